import { test } from '@japa/runner'
import { ManualClock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { ServiceError } from '#app/http/errors/service_error'
import { AUTH_LIMITS } from '#modules/auth/limits'
import type { Database } from '#app/storage/database'
import type { AuditEntry } from '#modules/auth/core/audit_entry'
import { AuditLog } from '#modules/auth/services/audit_log'
import { DeniedRequests } from '#modules/auth/services/denied_requests'
import { AuditStore } from '#modules/auth/storage/audit_store'

const ROUTE = { method: 'POST', pattern: '/api/v1/transfer' }
/** Never reached: the log keeps its entries. */
const NO_DATABASE = {} as Database

class KeptLog extends AuditLog {
  written: AuditEntry[] = []
  broken = false

  override record(_writer: unknown, entry: AuditEntry): Promise<void> {
    if (this.broken) return Promise.reject(new Error('the database is away'))
    this.written.push(entry)
    return Promise.resolve()
  }

  get details() {
    return this.written.map(({ details }) => details)
  }
}

function principal(credentialId: string, orgId = 'org_1'): Principal {
  const actor = { type: 'api_key', id: credentialId } as const
  return {
    credential: 'api_key',
    credentialId,
    orgId,
    builderId: 'bld_1',
    actor,
    realmId: null,
    statements: [],
    expiresAtMs: null,
  }
}

function forbidden(resource: string, action = 'svc:TransferFrom'): ServiceError {
  return new ServiceError('FORBIDDEN', { details: { action, resource } })
}

function setUp() {
  const clock = new ManualClock()
  const log = new KeptLog(new AuditStore(NO_DATABASE), clock)
  const errors: unknown[] = []
  const logger = { error: (record: unknown) => errors.push(record) }
  const denied = new DeniedRequests(log, NO_DATABASE, clock, logger as never)
  return { clock, log, denied, errors }
}

test.group('auth | denied requests', () => {
  test('the first of a kind is written with what was denied', ({ assert }) => {
    const { denied, log } = setUp()
    denied.note(principal('key_1'), forbidden('/a'), ROUTE)
    assert.containSubset(log.written, [
      { eventType: 'permission_denied', success: false, credentialId: 'key_1' },
    ])
    assert.deepEqual(log.details, [
      {
        code: 'FORBIDDEN',
        action: 'svc:TransferFrom',
        resource: '/a',
        method: 'POST',
        route: '/api/v1/transfer',
      },
    ])
  })

  test('refusals that say nothing of permissions are not recorded', ({ assert }) => {
    const { denied, log } = setUp()
    for (const code of ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED', 'STEP_UP_REQUIRED']) {
      denied.note(principal('key_1'), new ServiceError(code), ROUTE)
    }
    assert.lengthOf(log.written, 0)
  })

  test('a loop of one refusal leaves one row, and one with the count of the rest', ({ assert }) => {
    const { denied, log, clock } = setUp()
    for (let turn = 0; turn < 500; turn++) denied.note(principal('key_1'), forbidden('/a'), ROUTE)
    assert.lengthOf(log.written, 1)
    clock.advanceMs(59_999)
    denied.closeWindows()
    assert.lengthOf(log.written, 1)
    clock.advanceMs(1)
    denied.closeWindows()
    assert.deepEqual(log.details[1], { suppressed: 499, since: '2026-01-01T00:00:00.000000Z' })
    assert.equal(log.written[1]!.credentialId, 'key_1')
    denied.closeWindows()
    assert.lengthOf(log.written, 2)
  })

  test('the next minute writes the same refusal again, after the last count', ({ assert }) => {
    const { denied, log, clock } = setUp()
    for (let turn = 0; turn < 3; turn++) denied.note(principal('key_1'), forbidden('/a'), ROUTE)
    clock.advanceMs(60_000)
    denied.note(principal('key_1'), forbidden('/a'), ROUTE)
    const counts = log.details.map(({ suppressed = null }) => suppressed)
    assert.deepEqual(counts, [null, 2, null])
  })

  test('credentials do not take rows from each other', ({ assert }) => {
    const { denied, log } = setUp()
    for (let turn = 0; turn < 100; turn++) {
      denied.note(principal('key_1'), forbidden(`/a/${turn}`), ROUTE)
    }
    denied.note(principal('key_2'), forbidden('/a/0'), ROUTE)
    const rows = (id: string) => log.written.filter(({ credentialId }) => credentialId === id)
    assert.lengthOf(rows('key_1'), AUTH_LIMITS.auditDenialsPerMinute)
    assert.lengthOf(rows('key_2'), 1)
  })

  test('tokens minted to be refused share the bound of their organization', async ({ assert }) => {
    const { denied, log } = setUp()
    for (let token = 0; token < 2 * AUTH_LIMITS.auditOrgDenialsPerMinute; token++) {
      denied.note(principal(`token-${token}`), forbidden('/a'), ROUTE)
      await denied.settled()
    }
    denied.note(principal('key_9', 'org_2'), forbidden('/a'), ROUTE)
    const rows = (org: string) => log.written.filter(({ orgId }) => orgId === org)
    assert.lengthOf(rows('org_1'), AUTH_LIMITS.auditOrgDenialsPerMinute)
    assert.lengthOf(rows('org_2'), 1)
  })

  test('refusals faster than the database takes them are counted', async ({ assert }) => {
    const { denied, log } = setUp()
    const all = 2 * AUTH_LIMITS.auditDenialsInFlight
    for (let token = 0; token < all; token++) {
      denied.note(principal(`token-${token}`), forbidden('/a'), ROUTE)
    }
    assert.lengthOf(log.written, AUTH_LIMITS.auditDenialsInFlight)
    await denied.settled()
    denied.note(principal('key_1'), forbidden('/a'), ROUTE)
    assert.lengthOf(log.written, AUTH_LIMITS.auditDenialsInFlight + 1)
    await denied.stop()
    const counted = log.details.filter(({ suppressed }) => suppressed === 1)
    assert.lengthOf(counted, all - AUTH_LIMITS.auditDenialsInFlight)
  })

  test('what is still counted is written when the process stops', async ({ assert }) => {
    const { denied, log } = setUp()
    for (let turn = 0; turn < 3; turn++) denied.note(principal('key_1'), forbidden('/a'), ROUTE)
    await denied.stop()
    assert.equal(log.details[1]!.suppressed, 2)
  })

  test('a log that cannot be written does not reach the caller', async ({ assert }) => {
    const { denied, log, errors } = setUp()
    log.broken = true
    denied.note(principal('key_1'), forbidden('/a'), ROUTE)
    await denied.settled()
    assert.lengthOf(errors, 1)
  })
})

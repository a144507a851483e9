import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { keepNothing, type Keep } from '#app/http/idempotency/answer_once'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { Database, type SqlSession } from '#app/storage/database'
import { classifyDatabaseError } from '#app/storage/database_errors'
import { auditEntry } from '../core/audit_entry.ts'
import {
  fingerprintOf,
  registerKey,
  withState,
  type StatedSigningKey,
} from '../core/signing_key.ts'
import { AuditLog } from './audit_log.ts'
import { eventActor } from './event_actor.ts'
import { KnownSigningKeys } from './known_signing_keys.ts'
import { Standing } from './standing.ts'
import { SigningKeyStore } from '../storage/signing_key_store.ts'

export interface RegisterCommand {
  name: string
  /** Base64 of 32 bytes; the validator has checked it. */
  publicKey: string
}

/** Registers a public key that an organization will sign its requests with. */
@singleton()
export class RegisterSigningKey {
  constructor(
    private keys: SigningKeyStore,
    private known: KnownSigningKeys,
    private standing: Standing,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /** @throws ServiceError CONFLICT when a key that is not revoked has this fingerprint */
  async run(
    principal: Principal,
    command: RegisterCommand,
    keep: Keep<StatedSigningKey> = keepNothing
  ): Promise<StatedSigningKey> {
    try {
      const key = await this.database.transaction(async (sql) => {
        const registered = await this.#register(sql, principal, command)
        await keep(sql, withState(registered, registered.createdAt))
        return registered
      })
      this.known.forget(key.orgId, key.fingerprint)
      return withState(key, key.createdAt)
    } catch (error) {
      if (classifyDatabaseError(error, false) === 'duplicate') throw alreadyRegistered()
      throw error
    }
  }

  /**
   * Registrations of one organization follow one another, so that exactly one of them is the first.
   * A revoked first key stays the first one: otherwise a thief of a credential could revoke it, and
   * have a key of their own active at once.
   */
  async #register(sql: SqlSession, principal: Principal, { name, publicKey }: RegisterCommand) {
    const { orgId, builderId } = principal
    await this.keys.lockOrganization(sql, orgId)
    await this.standing.hold(sql, principal)
    const standing = await this.keys.byFingerprint(orgId, fingerprintOf(publicKey), sql)
    if (standing?.revokedAt === null) throw alreadyRegistered(standing.publicKey !== publicKey)
    const first = !(await this.keys.hasAny(sql, orgId))
    const actor = eventActor(principal)
    const change = registerKey(
      { id: newId('sgk'), orgId, builderId, name, publicKey, actor },
      first,
      this.clock.nowMicros()
    )
    await this.keys.add(sql, change)
    const { id, fingerprint } = change.key
    const details = { keyId: id, fingerprint, name }
    await this.audit.record(
      sql,
      auditEntry(principal, { eventType: 'signing_key_registered', details })
    )
    return change.key
  }
}

/**
 * Fingerprints have 64 bits, and requests name keys by them: two keys with one fingerprint could
 * not be told apart.
 */
function alreadyRegistered(another = false): ServiceError {
  return new ServiceError('CONFLICT', {
    ...(another
      ? {
          message: 'Another key of the organization has the same fingerprint.',
          next: 'Make a new key pair and send its publicKey.',
        }
      : {
          message: 'This key is registered already.',
          next: 'Use it as it is, or revoke it with DELETE /api/v1/signing-keys/:id before it is registered again.',
        }),
  })
}

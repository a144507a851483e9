import { auditEntry, AuditLog } from '#modules/auth/index'
import { headSeq, JournalCuts, objectsAtCut, RealmDirectory } from '#modules/ledger/index'
import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField, objectNotFound, ServiceError } from '#app/http/errors/service_error'
import { keepNothing, type Keep } from '#app/http/idempotency/answer_once'
import { newId } from '#app/ids/ids'
import { formatUsd, isUsd, parseUsd } from '#app/money/usd'
import { Database, type SqlSession } from '#app/storage/database'
import { clearsAt, type Direction, type Measure, type Monitor } from '../core/monitor.ts'
import { MONITOR_LIMITS } from '../limits.ts'
import { MonitorStore } from '../storage/monitor_store.ts'

export interface MonitorRequest {
  realmId: string
  objectPath?: string
  prefix?: string
  measure: Measure
  direction: Direction
  threshold: string
  hysteresis?: string
}

/** Makes a monitor. It is measured within a second, and tells at once what is so already. */
@singleton()
export class CreateMonitor {
  constructor(
    private realms: RealmDirectory,
    private monitors: MonitorStore,
    private cuts: JournalCuts,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND, OBJECT_NOT_FOUND, VALIDATION_ERROR, CONFLICT when there are too many */
  async run(
    principal: Principal,
    request: MonitorRequest,
    keep: Keep<Monitor> = keepNothing
  ): Promise<Monitor> {
    const { realmId } = request
    await this.realms.resolve(principal, realmId)
    const target = targetOf(request)
    const edge = edgeOf(request)
    await this.#checkObjects(realmId, target)
    return this.database.transaction(async (session) => {
      await this.#checkRoom(session, realmId)
      const fromSeq = await headSeq(session, realmId)
      const monitor: Monitor = {
        id: newId('mon'),
        realmId,
        orgId: principal.orgId,
        ...target,
        measure: request.measure,
        ...edge,
        state: 'new',
        value: null,
        crossings: 0,
        fromSeq,
        createdAt: this.clock.nowMicros(),
        changedAt: null,
      }
      await this.monitors.add(session, monitor)
      const details = { monitorId: monitor.id, ...target, measure: request.measure }
      const facts = { eventType: 'monitor_created', realmId, details } as const
      await this.audit.record(session, auditEntry(principal, facts))
      await keep(session, monitor)
      return monitor
    })
  }

  /** A monitor of nothing would wait for ever; one of too much would be slow at every commit. */
  async #checkObjects(realmId: string, { objectPath, prefix }: Target) {
    const scope = objectPath === null ? { prefix: prefix! } : { paths: [objectPath] }
    const objects = await this.cuts.now(realmId, (cut) => objectsAtCut(cut, scope))
    if (objectPath !== null && objects.length === 0) throw objectNotFound(objectPath)
    if (objects.length <= MONITOR_LIMITS.objects) return
    const message = `The prefix field must have ${MONITOR_LIMITS.objects} objects below it at most; ${prefix} has ${objects.length}`
    throw invalidField('prefix', 'objects', message)
  }

  /** Several requests at once may pass it by as many; the bound is there for the load. */
  async #checkRoom(session: SqlSession, realmId: string) {
    const existing = await this.monitors.ofRealm(session, realmId)
    if (existing.length < MONITOR_LIMITS.perRealm) return
    throw new ServiceError('CONFLICT', {
      message: `The realm ${realmId} has ${MONITOR_LIMITS.perRealm} monitors, and no room for another.`,
      next: 'Delete one with DELETE /api/v1/monitors/:id, or watch a prefix instead of many objects.',
    })
  }
}

type Target = Pick<Monitor, 'objectPath' | 'prefix'>

/** @throws ServiceError VALIDATION_ERROR */
function targetOf({ objectPath, prefix }: MonitorRequest): Target {
  if ((objectPath === undefined) === (prefix === undefined)) {
    const message = 'Exactly one of objectPath and prefix must be given'
    throw invalidField('objectPath', 'exactly_one', message)
  }
  if (objectPath !== undefined) return { objectPath, prefix: null }
  return { objectPath: null, prefix: prefix!.endsWith('/') ? prefix! : `${prefix}/` }
}

type Edge = Pick<Monitor, 'direction' | 'threshold' | 'hysteresis'>

/**
 * A monitor of cash that clears below zero, or beyond the largest amount, would tell one crossing and
 * no other ever. Equity may be negative.
 *
 * @throws ServiceError VALIDATION_ERROR
 */
function edgeOf({ measure, direction, threshold, hysteresis = '0' }: MonitorRequest): Edge {
  const edge = { direction, threshold: parseUsd(threshold), hysteresis: parseUsd(hysteresis) }
  const back = formatUsd(clearsAt(edge))
  if (isUsd(back) || measure === 'equity') return edge
  const sum = direction === 'above' ? 'less the hysteresis' : 'and the hysteresis together'
  const message = `The hysteresis field must be smaller: the threshold ${sum} is ${back}, where the monitor would never clear`
  throw invalidField('hysteresis', 'clears', message)
}

import { Clock, type Micros } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField, objectNotFound } from '#app/http/errors/service_error'
import { fromInFuture } from '#app/http/time_range'
import { ObjectReader, RealmDirectory } from '#modules/ledger/index'
import { ANALYTICS_LIMITS } from '../limits.ts'
import {
  bucketsOf,
  chooseResolution,
  type Buckets,
  type HistoryRange,
  type Resolution,
} from '../core/resolutions.ts'
import { targetOf, type Target } from '../core/target.ts'
import { readablePaths } from './readable_paths.ts'
import type { MayRead } from './value_at_cut.ts'

export interface HistoryQuery {
  realmId: string
  /**
   * With a trailing slash all objects below; without, the objects that stood at exactly this path.
   */
  target?: string
  /** The older name of `target`. */
  prefix?: string
  /** `object`: one object by its id, even after it was deleted. Left out: `path`. */
  kind?: 'path' | 'object'
  objectId?: string
  from: Micros
  to: Micros
  /** The most points that the caller wants. */
  points?: number
}

/** A query that was checked and understood. */
export interface HistoryRequest {
  realmId: string
  /** The target as the caller named it; the path of the object when it was named by its id. */
  target: string
  kind: 'path' | 'object'
  objectId: string | null
  of: Target
  from: Micros
  to: Micros
  now: Micros
  resolution: Resolution
  /** The resolution that the number of points alone would lead to. */
  requested: Resolution
  buckets: Buckets
  mayRead: MayRead
}

const ACTIONS = ['svc:ReadObject', 'svc:ReadBalance']

/** Reads what a request for a history asks for, and checks the caller's permission. */
@singleton()
export class HistoryRequests {
  constructor(
    private clock: Clock,
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private access: AccessControl
  ) {}

  /**
   * @throws ServiceError VALIDATION_ERROR, NOT_FOUND or REALM_SCOPE_MISMATCH for the realm,
   *   OBJECT_NOT_FOUND for an object or an exact path that never existed, FORBIDDEN for the target
   */
  async read(principal: Principal, query: HistoryQuery): Promise<HistoryRequest> {
    const { realmId, from, to } = query
    await this.realms.resolve(principal, realmId)
    const now = this.clock.nowMicros()
    const range = { from, to, points: query.points ?? ANALYTICS_LIMITS.historyPoints }
    const { resolution, requested } = resolutionOf(range, now)
    const named = query.kind === 'object' ? await this.#object(query) : this.#path(query)
    const asked = query.kind === 'object' ? query.objectId : named.target
    for (const action of ACTIONS) this.access.authorize(principal, action, named.target, asked)
    if (named.of.kind === 'path') await this.#assertKnown(realmId, named.target)
    return {
      ...named,
      realmId,
      from,
      to,
      now,
      resolution,
      requested,
      buckets: bucketsOf(range, resolution, now),
      mayRead: readablePaths(this.access, principal),
    }
  }

  #path({ target, prefix, objectId }: HistoryQuery) {
    if (objectId !== undefined) {
      throw invalidField('objectId', 'kind', 'The objectId field needs kind to be object')
    }
    const given = target ?? prefix
    if (given === undefined) {
      throw invalidField('target', 'required', 'The target field must be defined')
    }
    if (target !== undefined && prefix !== undefined && target !== prefix) {
      throw invalidField('prefix', 'same', 'The prefix field must be left out or equal target')
    }
    return { target: given, kind: 'path' as const, objectId: null, of: targetOf(given) }
  }

  async #object({ realmId, objectId, target, prefix }: HistoryQuery) {
    if (objectId === undefined) {
      throw invalidField('objectId', 'required', 'The objectId field must be defined')
    }
    const object = await this.objects.find(objectId)
    if (!object || object.realm_id !== realmId || object.ready_at === null) {
      throw objectNotFound(objectId)
    }
    for (const [field, given] of Object.entries({ target, prefix })) {
      if (given === undefined || given === object.path) continue
      throw invalidField(field, 'same', `The ${field} field must be left out or be its path`)
    }
    const of = { kind: 'object' as const, objectId }
    return { target: object.path, kind: 'object' as const, objectId, of }
  }

  /** A path at which no object ever stood is a mistake; an empty folder is worth zero. */
  async #assertKnown(realmId: string, path: string): Promise<void> {
    const { total } = await this.objects.versions({ realmId, path, limit: 1 })
    if (total === 0) throw objectNotFound(path)
  }
}

function resolutionOf(range: HistoryRange, now: Micros) {
  if (range.from > range.to) {
    throw invalidField('from', 'range', 'The from field must not lie after to')
  }
  if (range.from > now) throw fromInFuture()
  const choice = chooseResolution(range, now)
  if (choice.kind === 'not_retained') {
    const message = `Histories reach back ${choice.days} days`
    throw invalidField('from', 'retention', message)
  }
  if (choice.kind === 'too_many_points') {
    const message = `A range of more than ${choice.most} days has more than ${choice.most} points`
    throw invalidField('points', 'range', message)
  }
  return choice
}

import { formatUsd } from '#app/money/usd'
import { emptyPosting, refuse, type Decision } from './decision.ts'
import { UNLIMITED } from './object_limits.ts'
import { small, withoutOperation, type PlainRequest } from './request_kind.ts'
import type { RealmState } from './state.ts'
import { OBJECT_LIMITS, type ObjectLimits } from './terms.ts'
import { refusalAt, unknownObject, usableAt } from './usable_object.ts'

/** Changes the limits of an object. */
export interface LimitObjectRequest extends PlainRequest<'limit_object'> {
  objectId: string
  /** null clears a limit; one that is not named stays. */
  change: Partial<ObjectLimits>
  actor: { type: string; id: string }
  ids: { delta: string }
}

export const LIMIT_OBJECT = withoutOperation<LimitObjectRequest>({
  decide: decideLimitObject,
  reads: ({ objectId }) => ({
    objectIds: [objectId],
    limitsOf: [objectId],
    changesOf: [objectId],
  }),
  bytes: small,
})

/** A change that changes nothing stores nothing. */
export function decideLimitObject(
  state: RealmState,
  { objectId, change, actor, ids, jobs }: LimitObjectRequest
): Decision {
  const found = state.objectsById.get(objectId)
  const object = found && usableAt(state, found.path)
  if (object?.id !== objectId) {
    return found ? refusalAt(state, found.path, unknownObject(objectId)) : unknownObject(objectId)
  }
  if (object.keepsOwnBooks) {
    return refuse('VALIDATION_ERROR', {
      message: `${object.path} (${object.type}) keeps books of its own, and takes no limits.`,
      next: 'Limit the denominated objects that it exchanges value with.',
    })
  }
  // The poster repeats a request whose answer was lost.
  if (state.changes.has(ids.delta)) return { kind: 'existing', object }
  const before = state.limited.get(objectId) ?? UNLIMITED
  const limits = { ...before.limits, ...change }
  const { minBalance, maxBalance } = limits
  if (minBalance !== null && maxBalance !== null && minBalance > maxBalance) {
    const message = `The minBalance field, ${formatUsd(minBalance)}, must not exceed maxBalance, ${formatUsd(maxBalance)}`
    return refuse('VALIDATION_ERROR', {
      details: { fields: [{ field: 'minBalance', rule: 'range', message }] },
    })
  }
  const [beforeValue, afterValue] = [limitsText(before.limits), limitsText(limits)]
  if (beforeValue === afterValue) return { kind: 'existing', object }

  const posting = emptyPosting('adjustment', `${actor.type}:${actor.id}`, 'committed')
  posting.changedObjects = [{ ...object, hasLimits: afterValue !== null }]
  posting.changedLimits = [{ objectId, limits }]
  const about = { objectId, objectPath: object.path }
  posting.deltas = [
    { id: ids.delta, deltaType: 'limits_change', ...about, beforeValue, afterValue },
  ]
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

/** JSON text of the limits that there are; null when there are none. */
export function limitsText(limits: ObjectLimits): string | null {
  const set = OBJECT_LIMITS.filter((name) => limits[name] !== null)
  if (set.length === 0) return null
  return JSON.stringify(Object.fromEntries(set.map((name) => [name, formatUsd(limits[name]!)])))
}

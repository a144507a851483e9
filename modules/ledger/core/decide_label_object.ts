import { LEDGER_LIMITS } from '../limits.ts'
import { emptyPosting, refuse, type Decision } from './decision.ts'
import { labelsProblem, labelsText, mergeLabels, type LabelChange } from './labels.ts'
import { withoutOperation, type PlainRequest } from './request_kind.ts'
import type { RealmState } from './state.ts'
import { unknownObject } from './usable_object.ts'

/** Merges labels into an object's. */
export interface LabelObjectRequest extends PlainRequest<'label_object'> {
  objectId: string
  change: LabelChange
  actor: { type: string; id: string }
  ids: { delta: string }
}

export const LABEL_OBJECT = withoutOperation<LabelObjectRequest>({
  decide: decideLabelObject,
  reads: ({ objectId }) => ({
    objectIds: [objectId],
    labelsOf: [objectId],
    changesOf: [objectId],
  }),
  // The labels are stored, and a delta has them before and after.
  bytes: () => 3 * LEDGER_LIMITS.labelsBytes,
})

/**
 * Merges labels into an object's. The first refusal wins, in this order: the object is missing; its
 * status (a deleted or withdrawn object does not change); the limits of the merged labels. A merge
 * that changes nothing stores nothing.
 */
export function decideLabelObject(
  state: RealmState,
  { objectId, change, actor, ids, jobs }: LabelObjectRequest
): Decision {
  const object = state.objectsById.get(objectId)
  const gone = object?.status === 'deleted' || object?.status === 'withdrawn'
  if (!object || object.readyAt === null || gone) return unknownObject(objectId)
  if (object.status === 'deleting') {
    return refuse('CONFLICT', {
      message: `The object ${objectId} is being deleted.`,
      next: 'Wait until its delete operation has ended.',
    })
  }

  // The poster repeats a request whose answer was lost.
  if (state.changes.has(ids.delta)) return { kind: 'existing', object }
  const before = state.labels.get(objectId) ?? {}
  const labels = mergeLabels(before, change)
  const problem = labelsProblem(labels)
  if (problem)
    return refuse('VALIDATION_ERROR', { details: { fields: [{ field: 'labels', ...problem }] } })
  const [beforeValue, afterValue] = [labelsText(before), labelsText(labels)]
  if (beforeValue === afterValue) return { kind: 'existing', object }

  const posting = emptyPosting('adjustment', `${actor.type}:${actor.id}`, 'committed')
  posting.changedObjects = [object]
  posting.changedLabels = [{ objectId, labels }]
  posting.deltas = [
    {
      id: ids.delta,
      deltaType: 'labels_change',
      objectId,
      objectPath: object.path,
      beforeValue,
      afterValue,
    },
  ]
  posting.jobs = jobs
  return { kind: 'accepted', posting }
}

import { idOf, newId } from '#app/ids/ids'
import type { OutboxJob } from '#app/queue/job'

/** The queues of the ledger. */
export const QUEUES = {
  settlement: 'settlement',
  confirmation: 'confirmation',
  objectWorkflow: 'object-workflow',
  eventDispatch: 'event-dispatch',
  reaper: 'reaper',
} as const

/** Starts the rail of a pending operation. Those of one posting group share one job. */
export function settlementJob(operationId: string): OutboxJob {
  return { id: newId('job'), queue: QUEUES.settlement, payload: { operationIds: operationId } }
}

/** Follows pending operations on the rail that has started them. One per set of operations. */
export function confirmationJob(operationIds: readonly string[], rail: string): OutboxJob {
  const list = operationIds.join(',')
  const id = idOf(operationIds[0]!, 'job', `confirmation:${list}`)
  return { id, queue: QUEUES.confirmation, payload: { operationIds: list, rail } }
}

/**
 * Wakes the ledger for operations whose rail has its last word. Not the job that follows them, which
 * may be asleep: one of its own, that ends in one run.
 */
export function railEndedJob(operationIds: readonly string[], rail: string): OutboxJob {
  const payload = { operationIds: operationIds.join(','), rail }
  return { id: newId('job'), queue: QUEUES.confirmation, payload }
}

/** The operations a job is about. Rows stored by an earlier version name one. */
export function operationIdsIn(payload: { operationIds?: string; operationId?: string }): string[] {
  return (payload.operationIds ?? payload.operationId ?? '').split(',').filter((id) => id !== '')
}

/** `deletes`: empties an object that is being deleted; else prepares a created one. */
export type ObjectWorkflow = { operationId: string; deletes?: boolean }

export function objectWorkflowJob(operationId: string): OutboxJob {
  return { id: newId('job'), queue: QUEUES.objectWorkflow, payload: { operationId } }
}

export function objectDeletionJob(operationId: string): OutboxJob {
  return { id: newId('job'), queue: QUEUES.objectWorkflow, payload: { operationId, deletes: true } }
}

/** Brings a realm's new events to the listeners. */
export function eventDispatchJob(realmId: string): OutboxJob {
  return { id: newId('job'), queue: QUEUES.eventDispatch, payload: { realmId } }
}

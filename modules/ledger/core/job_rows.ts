import { idOf, newId, twinOf } from '#app/ids/ids'
import type { OutboxJob } from '#app/queue/job'

/** The queues of the ledger. */
export const QUEUES = {
  settlement: 'settlement',
  confirmation: 'confirmation',
  objectWorkflow: 'object-workflow',
  eventDispatch: 'event-dispatch',
  listenerBackfill: 'listener-backfill',
  holdExpiry: 'hold-expiry',
  reaper: 'reaper',
} as const

/** Starts a pending operation on its rail. The operations of one posting group share one job. */
export function settlementJob(operationId: string): OutboxJob {
  return { id: newId('job'), queue: QUEUES.settlement, payload: { operationIds: operationId } }
}

/**
 * Polls pending operations on the rail that has started them. The id is derived from the
 * operations, so that there is one such job for a set of them.
 */
export function confirmationJob(operationIds: readonly string[], rail: string): OutboxJob {
  const list = operationIds.join(',')
  const id = idOf(operationIds[0]!, 'job', `confirmation:${list}`)
  return { id, queue: QUEUES.confirmation, payload: { operationIds: list, rail } }
}

/**
 * Tells the ledger at once that a rail has ended operations. This is a job of its own, done in one
 * run, because the job that polls these operations may be asleep.
 */
export function railEndedJob(operationIds: readonly string[], rail: string): OutboxJob {
  const payload = { operationIds: operationIds.join(','), rail }
  return { id: newId('job'), queue: QUEUES.confirmation, payload }
}

/** The operations that a job is about. Rows stored by an earlier version name only one. */
export function operationIdsIn(payload: { operationIds?: string; operationId?: string }): string[] {
  return (payload.operationIds ?? payload.operationId ?? '').split(',').filter((id) => id !== '')
}

/** `deletes` empties an object that is being deleted; without it a created object is prepared. */
export type ObjectWorkflow = { operationId: string; deletes?: boolean }

export function objectWorkflowJob(operationId: string): OutboxJob {
  return { id: newId('job'), queue: QUEUES.objectWorkflow, payload: { operationId } }
}

export function objectDeletionJob(operationId: string): OutboxJob {
  return { id: newId('job'), queue: QUEUES.objectWorkflow, payload: { operationId, deletes: true } }
}

/**
 * Brings a realm's new events to the listeners.
 *
 * @param operationId of the request that brings no other such job, which then needs no id of its own
 */
export function eventDispatchJob(realmId: string, operationId?: string): OutboxJob {
  const id = operationId === undefined ? newId('job') : twinOf(operationId, 'job')
  return { id, queue: QUEUES.eventDispatch, payload: { realmId } }
}

/** Has the next end of a hold looked up, for one that ends before it would be looked up anyway. */
export function holdExpiryJob(): OutboxJob {
  return { id: newId('job'), queue: QUEUES.holdExpiry, payload: {} }
}

/** Brings a listener that is new to every realm there is. */
export function listenerBackfillJob(listener: string): OutboxJob {
  return { id: newId('job'), queue: QUEUES.listenerBackfill, payload: { listener } }
}

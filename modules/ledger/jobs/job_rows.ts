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

/** Starts the rail of a pending operation. */
export function settlementJob(operationId: string): OutboxJob {
  return { id: newId('job'), queue: QUEUES.settlement, payload: { operationId } }
}

/** Follows a pending operation on the rail that has started it. One per operation. */
export function confirmationJob(operationId: string, rail: string): OutboxJob {
  const id = idOf(operationId, 'job', 'confirmation')
  return { id, queue: QUEUES.confirmation, payload: { operationId, rail } }
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

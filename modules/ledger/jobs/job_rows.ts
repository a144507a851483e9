import { newId } from '#app/ids/ids'
import type { OutboxJob } from '#app/queue/job'

/** The queues of the ledger. */
export const QUEUES = {
  settlement: 'settlement',
  objectWorkflow: 'object-workflow',
  eventDispatch: 'event-dispatch',
} as const

/** Starts or follows the rail of a pending operation. */
export function settlementJob(operationId: string): OutboxJob {
  return { id: newId('job'), queue: QUEUES.settlement, payload: { operationId } }
}

/** Prepares a created object. */
export function objectWorkflowJob(operationId: string): OutboxJob {
  return { id: newId('job'), queue: QUEUES.objectWorkflow, payload: { operationId } }
}

/** Brings a realm's new events to the listeners. */
export function eventDispatchJob(realmId: string): OutboxJob {
  return { id: newId('job'), queue: QUEUES.eventDispatch, payload: { realmId } }
}

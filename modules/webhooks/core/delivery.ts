import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import type { CommittedEvent } from '#app/extension/event_listener'
import { newId } from '#app/ids/ids'
import { WEBHOOK_LIMITS } from '../limits.ts'
import type { Webhook } from './webhook.ts'

/** `failed` is a test that was not received; anything else is `pending` until it is. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** The type of what is sent to try a webhook out; the journal has no such event. */
export const TEST_TYPE = 'webhook.test'

/** One request to a receiver and what came of it. */
export interface Attempt {
  at: Micros
  durationMs: number
  /** The HTTP status; null when there was no answer. */
  status: number | null
  /** Why there was none: a code of the system or a text. `failureOf` makes a sentence of it. */
  error: string | null
  /** The beginning of the answer. */
  answer: string | null
}

/** One event that is owed to one webhook. */
export interface Delivery {
  id: string
  webhookId: string
  eventId: string
  eventType: string
  /** The place of the event in its realm's journal: deliveries are made in this order. */
  seq: number
  eventNo: number
  /** The text that is sent. It is kept, because each attempt signs the same text. */
  body: string
  status: DeliveryStatus
  attempts: number
  /** The newest attempts, oldest first. */
  log: Attempt[]
  createdAt: Micros
  deliveredAt: Micros | null
}

/** A pure decision: what is owed to a webhook for an event. */
export function deliveryOf(
  { id: webhookId }: Pick<Webhook, 'id'>,
  event: CommittedEvent,
  createdAt: Micros
): Delivery {
  return {
    id: newId('whd'),
    webhookId,
    eventId: event.id,
    eventType: event.type,
    seq: event.sequence,
    eventNo: event.eventNo,
    body: bodyOf(event),
    status: 'pending',
    attempts: 0,
    log: [],
    createdAt,
    deliveredAt: null,
  }
}

/** The event that tries a webhook out. It stands before all others, as the journal begins at 1. */
export function testEvent({ id, realmId }: Webhook, now: Micros): CommittedEvent {
  return {
    id: newId('evt'),
    realmId,
    sequence: 0,
    eventNo: 0,
    type: TEST_TYPE,
    operationId: null,
    operationPath: null,
    objectPath: null,
    payload: JSON.stringify({ webhookId: id }),
    createdAt: toRfc3339(now),
  }
}

/** The delivery after an attempt. */
export function afterAttempt(delivery: Delivery, attempt: Attempt): Delivery {
  const { eventType, attempts, log } = delivery
  const hasArrived = isSuccess(attempt)
  const unsent = eventType === TEST_TYPE ? 'failed' : 'pending'
  return {
    ...delivery,
    status: hasArrived ? 'delivered' : unsent,
    attempts: attempts + 1,
    log: [...log, attempt].slice(-WEBHOOK_LIMITS.keptAttempts),
    deliveredAt: hasArrived ? attempt.at + attempt.durationMs * 1000 : null,
  }
}

export function isSuccess({ status }: Pick<Attempt, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

/** The event record is the one that `GET /events/:id` shows. */
function bodyOf(event: CommittedEvent): string {
  const { id, realmId, type, operationId, operationPath, objectPath, payload, createdAt } = event
  const path = objectPath ?? operationPath
  const data = { id, realmId, operationId, operationPath, objectPath, type, path, payload }
  return JSON.stringify({ type, timestamp: createdAt, data: { ...data, createdAt } })
}

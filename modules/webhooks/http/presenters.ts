import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import type { Attempt, Delivery } from '../core/delivery.ts'
import { failureOf } from '../core/failure.ts'
import type { Webhook } from '../core/webhook.ts'

/** A webhook without its secrets, which are shown once, when they are made. */
export function presentWebhook(webhook: Webhook) {
  const { id, realmId, url, types, pathPrefix, description, status, failures } = webhook
  return {
    id,
    realmId,
    url,
    types,
    pathPrefix,
    description,
    status,
    failures,
    failingSince: shown(webhook.failingSince),
    nextAttemptAt: status === 'active' ? shown(webhook.dueAt) : null,
    createdAt: toRfc3339(webhook.createdAt),
    updatedAt: toRfc3339(webhook.updatedAt),
  }
}

export function presentDelivery(delivery: Delivery, { status: of, dueAt }: Webhook) {
  const { id, webhookId, eventId, eventType, status, attempts, body } = delivery
  return {
    id,
    webhookId,
    eventId,
    eventType,
    status,
    attempts,
    nextAttemptAt: status === 'pending' && of === 'active' ? shown(dueAt) : null,
    payload: body,
    log: delivery.log.map(presentAttempt),
    createdAt: toRfc3339(delivery.createdAt),
    deliveredAt: shown(delivery.deliveredAt),
  }
}

function presentAttempt(attempt: Attempt) {
  const { at, durationMs, status, answer } = attempt
  return { at: toRfc3339(at), durationMs, status, failureMessage: failureOf(attempt), answer }
}

function shown(time: Micros | null): string | null {
  return time === null ? null : toRfc3339(time)
}

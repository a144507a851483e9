import { schema } from '#app/http/schemas'
import { DELIVERY_STATUSES } from '../core/delivery.ts'
import { WEBHOOK_STATUSES } from '../core/webhook.ts'
import { EVENT_FILTER } from './validators.ts'

const { enumeration, integer, list, nullable, object, string, timestamp } = schema

const webhook = schema.named('Webhook', {
  id: schema.id('whk'),
  realmId: schema.uuid,
  url: schema.url,
  types: list({ type: 'string', pattern: EVENT_FILTER.source }),
  pathPrefix: schema.path,
  description: nullable(string),
  status: enumeration(...WEBHOOK_STATUSES),
  failures: integer,
  failingSince: nullable(timestamp),
  nextAttemptAt: nullable(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
})

const attempt = schema.named('WebhookAttempt', {
  at: timestamp,
  durationMs: integer,
  status: nullable(integer),
  failureMessage: nullable(string),
  answer: nullable(string),
})

const delivery = schema.named('WebhookDelivery', {
  id: schema.id('whd'),
  webhookId: schema.id('whk'),
  eventId: schema.id('evt'),
  eventType: string,
  status: enumeration(...DELIVERY_STATUSES),
  attempts: integer,
  nextAttemptAt: nullable(timestamp),
  payload: string,
  log: list(attempt),
  createdAt: timestamp,
  deliveredAt: nullable(timestamp),
})

const page = { total: integer, nextCursor: nullable(string) }

export const answers = {
  webhook: schema.envelope(object({ webhook })),
  withSecret: schema.envelope(
    object({ webhook, secret: { type: 'string', pattern: '^whsec_[0-9A-Za-z+/=]+$' } })
  ),
  webhooks: schema.envelope(object({ webhooks: list(webhook), ...page })),
  deleted: schema.envelope(object({ deleted: { const: true } })),
  delivery: schema.envelope(object({ delivery })),
  deliveries: schema.envelope(object({ deliveries: list(delivery), ...page })),
}

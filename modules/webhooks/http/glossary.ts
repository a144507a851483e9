import { of, type Glossary } from '#app/http/openapi/glossary'
import { exampleId } from '#app/http/openapi/host_glossary'

/** What the fields of webhooks mean. */
export const WEBHOOKS_GLOSSARY: Glossary = {
  'webhooks.id': ['The webhook, by its id.', exampleId('whk')],
  'webhook': 'The webhook.',
  'webhooks': 'The webhooks, newest first.',
  'deliveryId': ['The delivery, by its id.', exampleId('whd')],
  'delivery': 'The delivery.',
  'deliveries': 'The deliveries, newest first.',
  'nextAttemptAt': 'When it is tried again at the earliest; null when nothing is owed or sent.',
  'secret': 'Verifies the header `webhook-signature`, as Standard Webhooks say. Shown this once.',
  ...of(['Webhook', 'createWebhook', 'updateWebhook'], {
    url: [
      'Where events are sent to: https, on the public internet.',
      'https://receiver.example/events',
    ],
    types: [
      'Event types that a module emits, families of them such as `deposit.*`, or `*` for all.',
      ['deposit.*'],
    ],
    pathPrefix: [
      'Only events of objects or operations whose path begins with this text.',
      '/users/',
    ],
    description: ['A note for people.', 'Bookkeeping'],
    status: [
      '`paused`: events are kept for 30 days and sent when it is resumed. `disabled`: it failed for 5 days, and nothing is kept.',
      'active',
    ],
  }),
  ...of('Webhook', {
    failures: 'Failed attempts since the last that succeeded.',
    failingSince: 'When the first of them failed.',
  }),
  ...of('WebhookDelivery', {
    webhookId: 'The webhook it is for.',
    eventId: 'The event; it is the header `webhook-id`.',
    eventType: 'What happened.',
    status: '`delivered`: answered with 2xx. `failed`: a test that was not.',
    attempts: 'How often it was sent.',
    payload: 'The text that is sent and signed.',
    log: 'The last attempts, oldest first.',
    deliveredAt: 'When it was answered with 2xx.',
  }),
  ...of('WebhookAttempt', {
    at: 'When it was sent.',
    durationMs: 'How long it took.',
    status: 'The HTTP status of the answer; null without one.',
    failureMessage: 'Why it counts as failed, and what to do; null for an answer with 2xx.',
    answer: 'The first 256 characters of the answer.',
  }),
  ...of('listWebhookDeliveries', { status: 'In this status only.' }),
  ...of('replayWebhook', {
    since: ['The moment of the first event, RFC 3339.', '2026-01-02T00:00:00Z'],
  }),
}

import type { ApplicationService } from '@adonisjs/core/types'
import { ModuleHost } from '#app/extension/module_host'
import { WEBHOOKS_GLOSSARY } from './http/glossary.ts'
import { webhookRoutes } from './http/routes.ts'
import { webhookDelivery } from './jobs/webhook_delivery.ts'
import { webhookPurge } from './jobs/webhook_purge.ts'
import { webhookReplay } from './jobs/webhook_replay.ts'
import { webhookSweep } from './jobs/webhook_sweep.ts'
import { assertWebhookLimits } from './limits.ts'
import { AttemptMeter } from './services/attempt_meter.ts'
import { OweDeliveries } from './services/owe_deliveries.ts'
import { WebhookStore } from './storage/webhook_store.ts'
import { webhookMetrics } from './webhook_metrics.ts'

/** Loads webhooks: the events of a realm, sent to an address of its builder. */
export default class WebhooksProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    assertWebhookLimits()
    const { container } = this.app
    const host = await container.make(ModuleHost)
    host.add({
      name: 'webhooks',
      title: 'Webhooks',
      description:
        'Events of a realm, sent to an address of yours: signed, in order and at least once.',
      routes: webhookRoutes,
      glossary: WEBHOOKS_GLOSSARY,
      migrations: 'modules/webhooks/storage/migrations',
      metrics: (await container.make(AttemptMeter)).instruments(),
      sharedMetrics: [webhookMetrics(await container.make(WebhookStore))],
      jobs: [webhookDelivery, webhookSweep, webhookReplay, webhookPurge],
      events: {
        'webhook.disabled':
          'A webhook has failed for five days, and nothing is sent to it any more.',
      },
      listeners: [await container.make(OweDeliveries)],
    })
  }
}

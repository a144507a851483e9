/** All that other modules may use of webhooks. */
export type { Webhook, WebhookStatus } from './core/webhook.ts'

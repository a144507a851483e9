import vine from '@vinejs/vine'
import {
  datedPage,
  form,
  instant,
  oneLine,
  opaqueId,
  pathPrefix,
  plainText,
  realmId,
} from '#app/http/rules'
import { DELIVERY_STATUSES } from '../core/delivery.ts'
import { WEBHOOK_LIMITS } from '../limits.ts'

/** An event type, a family of them, or all. */
export const EVENT_FILTER = /^(\*|[a-z][a-z0-9_]*(\.[a-z0-9_]+)*(\.\*)?)$/

const eventFilter = () =>
  vine
    .string()
    .maxLength(WEBHOOK_LIMITS.typeLength)
    .use(form(EVENT_FILTER, 'must be an event type, a family such as deposit.*, or *'))

const types = () => vine.array(eventFilter()).minLength(1).maxLength(WEBHOOK_LIMITS.types)

/** Whether a delivery may go there is decided with the use case: it depends on the installation. */
const target = () => oneLine(WEBHOOK_LIMITS.urlLength)

export const createWebhookBody = vine.create({
  realmId: realmId(),
  url: target(),
  types: types().optional(),
  pathPrefix: pathPrefix().optional(),
  description: plainText(WEBHOOK_LIMITS.descriptionLength).optional(),
})

export const changeWebhookBody = vine.create({
  url: target().optional(),
  types: types().optional(),
  pathPrefix: pathPrefix().optional(),
  description: plainText(WEBHOOK_LIMITS.descriptionLength).optional(),
  status: vine.enum(['active', 'paused'] as const).optional(),
})

export const listWebhooksQuery = vine.create({
  realmId: realmId(),
  ...datedPage(),
})

export const webhookParams = vine.create({ id: opaqueId() })

export const listDeliveriesQuery = vine.create({
  status: vine.enum(DELIVERY_STATUSES).optional(),
  ...datedPage(),
})

export const deliveryParams = vine.create({ id: opaqueId(), deliveryId: opaqueId() })

export const replayBody = vine.create({ since: instant() })

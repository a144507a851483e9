import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { answers } from './schemas.ts'
import {
  changeWebhookBody,
  createWebhookBody,
  deliveryParams,
  listDeliveriesQuery,
  listWebhooksQuery,
  replayBody,
  webhookParams,
} from './validators.ts'

const WebhooksController = () => import('./webhooks_controller.ts')
const DeliveriesController = () => import('./deliveries_controller.ts')

const REALM_REFUSALS = ['NOT_FOUND', 'REALM_SCOPE_MISMATCH'] as const

export function webhookRoutes(router: HttpRouterService) {
  mountWebhooks(router)
  mountDeliveries(router)
}

function mountWebhooks(router: HttpRouterService) {
  router
    .post('/api/v1/webhooks', [WebhooksController, 'store'])
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Have the events of a realm sent to an address, from now on')
    .body(createWebhookBody)
    .answers(201, 'The webhook, and its secret for the only time', answers.withSecret)
    .refuses(...REALM_REFUSALS, 'CONFLICT')
  router
    .get('/api/v1/webhooks', [WebhooksController, 'index'])
    .access(access.organization())
    .summary('The webhooks of a realm, newest first')
    .query(listWebhooksQuery)
    .answers(200, 'A page of webhooks', answers.webhooks)
    .refuses(...REALM_REFUSALS)
  router
    .get('/api/v1/webhooks/:id', [WebhooksController, 'show'])
    .access(access.organization())
    .summary('One webhook, without its secret')
    .params(webhookParams)
    .answers(200, 'The webhook', answers.webhook)
    .refuses(...REALM_REFUSALS)
  router
    .patch('/api/v1/webhooks/:id', [WebhooksController, 'update'])
    .access(access.organization())
    .summary('Change, pause or resume a webhook; what is left out stays')
    .params(webhookParams)
    .body(changeWebhookBody)
    .answers(200, 'The webhook as it is now', answers.webhook)
    .refuses(...REALM_REFUSALS)
  router
    .delete('/api/v1/webhooks/:id', [WebhooksController, 'destroy'])
    .access(access.organization())
    .summary('Delete a webhook with all that it is owed')
    .params(webhookParams)
    .answers(200, 'It is deleted', answers.deleted)
    .refuses(...REALM_REFUSALS)
  router
    .post('/api/v1/webhooks/:id/rotate-secret', [WebhooksController, 'rotate'])
    .operationId('rotateWebhookSecret')
    .access(access.organization())
    .idempotent(idempotency.kept())
    .summary('Give a webhook a new secret; the old one signs as well for 24 hours')
    .params(webhookParams)
    .answers(200, 'The webhook, and its new secret for the only time', answers.withSecret)
    .refuses(...REALM_REFUSALS)
}

const SENT_AGAIN = 'A receiver gets every event at least once; a repeat may send it once more.'

function mountDeliveries(router: HttpRouterService) {
  router
    .post('/api/v1/webhooks/:id/test', [DeliveriesController, 'test'])
    .operationId('testWebhook')
    .access(access.organization())
    .idempotent(idempotency.none('A test means nothing; a repeat sends another one.'))
    .summary('Send a webhook an event of type webhook.test, once, at once')
    .params(webhookParams)
    .answers(202, 'The delivery; the list of deliveries shows what comes of it', answers.delivery)
    .refuses(...REALM_REFUSALS, 'CONFLICT')
  router
    .get('/api/v1/webhooks/:id/deliveries', [DeliveriesController, 'index'])
    .operationId('listWebhookDeliveries')
    .access(access.organization())
    .summary('What a webhook was sent and is owed within 30 days, newest first')
    .params(webhookParams)
    .query(listDeliveriesQuery)
    .answers(200, 'A page of deliveries', answers.deliveries)
    .refuses(...REALM_REFUSALS)
  router
    .post('/api/v1/webhooks/:id/deliveries/:deliveryId/redeliver', [DeliveriesController, 'again'])
    .operationId('redeliverWebhook')
    .access(access.organization())
    .idempotent(idempotency.none(SENT_AGAIN))
    .summary('Send an event again, before all later ones that are owed')
    .params(deliveryParams)
    .answers(202, 'The delivery, owed again', answers.delivery)
    .refuses(...REALM_REFUSALS, 'CONFLICT')
  router
    .post('/api/v1/webhooks/:id/replay', [DeliveriesController, 'replay'])
    .operationId('replayWebhook')
    .access(access.organization())
    .idempotent(idempotency.none(SENT_AGAIN))
    .summary('Send all events since a moment again, in their order')
    .params(webhookParams)
    .body(replayBody)
    .answers(202, 'The webhook; the events are owed within moments', answers.webhook)
    .refuses(...REALM_REFUSALS, 'CONFLICT')
}

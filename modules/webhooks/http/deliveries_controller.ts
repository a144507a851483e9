import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { AskReplay } from '../services/ask_replay.ts'
import { FindWebhook } from '../services/find_webhook.ts'
import { ListDeliveries } from '../services/list_deliveries.ts'
import { OweTest } from '../services/owe_test.ts'
import { Redeliver } from '../services/redeliver.ts'
import { presentDelivery, presentWebhook } from './presenters.ts'
import { deliveryParams, listDeliveriesQuery, replayBody, webhookParams } from './validators.ts'

@singleton()
export default class DeliveriesController {
  constructor(
    private findWebhook: FindWebhook,
    private listDeliveries: ListDeliveries,
    private oweTest: OweTest,
    private redeliver: Redeliver,
    private askReplay: AskReplay
  ) {}

  async index(ctx: HttpContext) {
    const { id: webhookId } = input(ctx, webhookParams)
    const { limit = LIMITS.listDefault, ...query } = input(ctx, listDeliveriesQuery)
    const asked = { ...query, webhookId, limit }
    const { webhook, deliveries, ...page } = await this.listDeliveries.run(principalOf(ctx), asked)
    answer(ctx, { deliveries: deliveries.map((each) => presentDelivery(each, webhook)), ...page })
  }

  async test(ctx: HttpContext) {
    const { id } = input(ctx, webhookParams)
    const owed = await this.oweTest.run(principalOf(ctx), id)
    const webhook = await this.findWebhook.run(principalOf(ctx), id)
    answer(ctx, { delivery: presentDelivery(owed, webhook) }, 202)
  }

  async again(ctx: HttpContext) {
    const address = input(ctx, deliveryParams)
    const owed = await this.redeliver.run(principalOf(ctx), address)
    const webhook = await this.findWebhook.run(principalOf(ctx), address.id)
    answer(ctx, { delivery: presentDelivery(owed, webhook) }, 202)
  }

  async replay(ctx: HttpContext) {
    const { id } = input(ctx, webhookParams)
    const webhook = await this.askReplay.run(principalOf(ctx), id, input(ctx, replayBody).since)
    answer(ctx, { webhook: presentWebhook(webhook) }, 202)
  }
}

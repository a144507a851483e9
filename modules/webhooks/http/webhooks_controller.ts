import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer, enveloped, type Reply } from '#app/http/envelope'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { ChangeWebhook } from '../services/change_webhook.ts'
import { CreateWebhook, type CreatedWebhook } from '../services/create_webhook.ts'
import { DeleteWebhook } from '../services/delete_webhook.ts'
import { FindWebhook } from '../services/find_webhook.ts'
import { ListWebhooks } from '../services/list_webhooks.ts'
import { RotateSecret } from '../services/rotate_secret.ts'
import { presentWebhook } from './presenters.ts'
import {
  changeWebhookBody,
  createWebhookBody,
  listWebhooksQuery,
  webhookParams,
} from './validators.ts'

@singleton()
export default class WebhooksController {
  constructor(
    private createWebhook: CreateWebhook,
    private listWebhooks: ListWebhooks,
    private findWebhook: FindWebhook,
    private changeWebhook: ChangeWebhook,
    private deleteWebhook: DeleteWebhook,
    private rotateSecret: RotateSecret,
    private once: AnswerOnce
  ) {}

  async store(ctx: HttpContext) {
    ctx.response.header('cache-control', 'no-store')
    await this.once.run<CreatedWebhook>(ctx, {
      run: (keep) => this.createWebhook.run(principalOf(ctx), input(ctx, createWebhookBody), keep),
      reply: (created) => withSecret(created, 201),
    })
  }

  async index(ctx: HttpContext) {
    const { limit = LIMITS.listDefault, ...query } = input(ctx, listWebhooksQuery)
    const { page, ...rest } = await this.listWebhooks.run(principalOf(ctx), { ...query, limit })
    answer(ctx, { webhooks: page.map(presentWebhook), ...rest })
  }

  async show(ctx: HttpContext) {
    const webhook = await this.findWebhook.run(principalOf(ctx), input(ctx, webhookParams).id)
    answer(ctx, { webhook: presentWebhook(webhook) })
  }

  async update(ctx: HttpContext) {
    const { id } = input(ctx, webhookParams)
    const changes = input(ctx, changeWebhookBody)
    const webhook = await this.changeWebhook.run(principalOf(ctx), id, changes)
    answer(ctx, { webhook: presentWebhook(webhook) })
  }

  async destroy(ctx: HttpContext) {
    await this.deleteWebhook.run(principalOf(ctx), input(ctx, webhookParams).id)
    answer(ctx, { deleted: true })
  }

  async rotate(ctx: HttpContext) {
    ctx.response.header('cache-control', 'no-store')
    const { id } = input(ctx, webhookParams)
    await this.once.run<CreatedWebhook>(ctx, {
      run: (keep) => this.rotateSecret.run(principalOf(ctx), id, keep),
      reply: (rotated) => withSecret(rotated, 200),
    })
  }
}

function withSecret({ webhook, secret }: CreatedWebhook, status: number): Reply {
  return enveloped({ webhook: presentWebhook(webhook), secret }, status)
}

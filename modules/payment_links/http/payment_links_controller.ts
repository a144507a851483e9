import type { HttpContext } from '@adonisjs/core/http'
import { appUrl } from '#config/app'
import { singleton } from '#app/extension/singleton'
import { Clock } from '#app/clock/clock'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { presentOperation } from '#modules/ledger/index'
import { CancelLink } from '../services/cancel_link.ts'
import { CreateLink } from '../services/create_link.ts'
import { ListLinks } from '../services/list_links.ts'
import { ShowLink, type ShownLink } from '../services/show_link.ts'
import { presentLink, presentPayTo, presentReceipt } from './presenters.ts'
import { createLinkBody, linkParams, linkQuery, listLinksQuery } from './validators.ts'

@singleton()
export default class PaymentLinksController {
  constructor(
    private createLink: CreateLink,
    private listLinks: ListLinks,
    private showLink: ShowLink,
    private cancelLink: CancelLink,
    private clock: Clock
  ) {}

  async store(ctx: HttpContext) {
    const { objectRef, objectPath, ...command } = input(ctx, createLinkBody)
    // The validator lets exactly one of the two fields through.
    const object = (objectRef ?? objectPath)!
    const created = await this.createLink.run(principalOf(ctx), { ...command, object })
    if (created.replayed) ctx.response.header('idempotent-replayed', 'true')
    this.#answer(ctx, created, 201)
  }

  async show(ctx: HttpContext) {
    const where = { ...input(ctx, linkParams), ...input(ctx, linkQuery) }
    this.#answer(ctx, await this.showLink.run(principalOf(ctx), where))
  }

  async cancel(ctx: HttpContext) {
    const where = { ...input(ctx, linkParams), ...input(ctx, linkQuery) }
    this.#answer(ctx, await this.cancelLink.run(principalOf(ctx), where))
  }

  #answer(ctx: HttpContext, shown: ShownLink, status = 200) {
    answer(
      ctx,
      {
        paymentLink: {
          ...presentLink(shown, appUrl, this.clock.nowMicros()),
          ...presentPayTo(shown.instructions),
          receipt: presentReceipt(shown.receipt),
        },
        operation: presentOperation(shown.operation),
      },
      status
    )
  }

  async index(ctx: HttpContext) {
    const { limit = LIMITS.listDefault, ...query } = input(ctx, listLinksQuery)
    const { links, ...page } = await this.listLinks.run(principalOf(ctx), { ...query, limit })
    const now = this.clock.nowMicros()
    answer(ctx, { paymentLinks: links.map((link) => presentLink(link, appUrl, now)), ...page })
  }
}

import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { ServiceError } from '#app/http/errors/service_error'
import { input } from '#app/http/input'
import { ConfirmPayment } from '../services/confirm_payment.ts'
import { FollowPayment } from '../services/follow_payment.ts'
import { ShowPayment, type PublicPayment } from '../services/show_payment.ts'
import { presentPayment } from './presenters.ts'
import { confirmBody, tokenParams } from './validators.ts'

/** The payer's side of a link as JSON: it needs no credential but the token. */
@singleton()
export default class PaymentsController {
  constructor(
    private showPayment: ShowPayment,
    private confirmPayment: ConfirmPayment,
    private followPayment: FollowPayment
  ) {}

  async show(ctx: HttpContext) {
    // Status and remaining time change, so no stored copy may be shown to a payer.
    ctx.response.header('cache-control', 'no-store')
    const payment = await this.showPayment.run(input(ctx, tokenParams).token)
    if (!payment) throw unknownLink()
    answer(ctx, { payment: presentPayment(payment) })
  }

  async confirm(ctx: HttpContext) {
    ctx.response.header('cache-control', 'no-store')
    const { token } = input(ctx, tokenParams)
    const confirmed = await this.confirmPayment.run(
      token,
      input(ctx, confirmBody).destinationAddress
    )
    if (!confirmed) throw unknownLink()
    if (confirmed.replayed) ctx.response.header('idempotent-replayed', 'true')
    answer(ctx, { payment: presentPayment(confirmed.payment) })
  }

  /** Streams the answers of `show` as they change, while a payer is looking. */
  async events(ctx: HttpContext) {
    const { token } = input(ctx, tokenParams)
    if (!(await this.showPayment.run(token))) throw unknownLink()
    if (!this.followPayment.hasRoom()) throw new ServiceError('OVERLOADED')
    ctx.response.header('content-type', 'text/event-stream; charset=utf-8')
    ctx.response.header('cache-control', 'no-store')
    // A proxy that collects an answer before it passes it on would hold back all news.
    ctx.response.header('x-accel-buffering', 'no')
    ctx.response.stream(Readable.from(frames(this.followPayment.run(token))))
  }
}

const RECONNECT = 'retry: 2000\n\n'

async function* frames(payments: AsyncGenerator<PublicPayment>): AsyncGenerator<string> {
  yield RECONNECT
  for await (const payment of payments) {
    yield `event: payment\ndata: ${JSON.stringify(presentPayment(payment))}\n\n`
  }
}

/** The token is a secret, so the answer does not repeat it. */
function unknownLink(): ServiceError {
  return new ServiceError('NOT_FOUND', {
    message: 'No payment link has this address.',
    next: 'Ask whoever sent it for the whole address, or for a new link.',
  })
}

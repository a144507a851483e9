import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answer } from '#app/http/envelope'
import { notFound } from '#app/http/errors/service_error'
import { input } from '#app/http/input'
import { secureHtml } from '#app/http/secure_html'
import { ShowPayment } from '../services/show_payment.ts'
import { presentPayment } from './presenters.ts'
import { tokenParams } from './validators.ts'

/** The payer's side of a link: no credential, only the token. */
@inject()
export default class PaymentsController {
  constructor(private showPayment: ShowPayment) {}

  async show(ctx: HttpContext) {
    // Status and time left change; a payer must never see a stored copy.
    ctx.response.header('cache-control', 'no-store')
    const payment = await this.showPayment.run(input(ctx, tokenParams).token)
    if (!payment) throw notFound('The payment link')
    answer(ctx, { payment: presentPayment(payment) })
  }

  async page(ctx: HttpContext) {
    secureHtml(ctx)
    const payment = await this.showPayment.run(input(ctx, tokenParams).token)
    if (!payment) {
      ctx.response.status(404).send(await ctx.view.render('payment_links::unknown'))
      return
    }
    const view = presentPayment(payment)
    ctx.response.send(await ctx.view.render('payment_links::pay', { payment: view }))
  }
}

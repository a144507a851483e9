import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import { input } from '#app/http/input'
import { secureHtml } from '#app/http/secure_html'
import { ConfirmPayment } from '../services/confirm_payment.ts'
import { FetchLogo } from '../services/fetch_logo.ts'
import { ShowPayment } from '../services/show_payment.ts'
import { pageProblem } from './page_problem.ts'
import { presentPage, type PageProblem } from './present_page.ts'
import { confirmForm, tokenParams } from './validators.ts'

/** Serves the page that a payer sees: plain forms, which work without a script. */
@singleton()
export default class PaymentPageController {
  constructor(
    private showPayment: ShowPayment,
    private confirmPayment: ConfirmPayment,
    private fetchLogo: FetchLogo,
    private catalogue: ErrorCatalogue
  ) {}

  async show(ctx: HttpContext) {
    await this.#page(ctx, input(ctx, tokenParams).token)
  }

  /**
   * Every confirmation ends with a redirect to the page, so that reloading it pays nothing a second
   * time.
   */
  async confirm(ctx: HttpContext) {
    const { token } = input(ctx, tokenParams)
    const { destinationAddress } = input(ctx, confirmForm)
    const typed = destinationAddress?.trim() ?? ''
    try {
      const confirmed = await this.confirmPayment.run(token, typed === '' ? undefined : typed)
      if (!confirmed) return await this.#page(ctx, token)
    } catch (error) {
      const { status, ...problem } = pageProblem(error, typed, this.catalogue)
      ctx.response.status(status)
      return this.#page(ctx, token, problem)
    }
    ctx.response.header('cache-control', 'no-store')
    ctx.response.header('location', `/pay/${token}`).status(303).send('')
  }

  /** Serves the realm's logo from this service's origin. */
  async logo(ctx: HttpContext) {
    const payment = await this.showPayment.run(input(ctx, tokenParams).token)
    const logoUrl = payment?.branding?.logoUrl
    const logo = logoUrl === undefined ? null : await this.fetchLogo.run(logoUrl)
    const { response } = ctx
    // A file that is opened by itself runs nothing, whatever it contains.
    response.header('content-security-policy', "default-src 'none'; sandbox")
    response.header('cache-control', logo ? 'private, max-age=600' : 'no-store')
    if (!logo) return response.status(404).send('')
    response.header('content-type', logo.type)
    response.send(logo.bytes)
  }

  async #page(ctx: HttpContext, token: string, problem: PageProblem | null = null) {
    secureHtml(ctx)
    const payment = await this.showPayment.run(token)
    if (!payment) return this.#noPayment(ctx, token)
    const page = presentPage(payment, problem)
    ctx.response.send(await ctx.view.render('payment_links::pay', { page }))
  }

  /** Tells the holder of a link whose realm was closed so, and not to pay any more. */
  async #noPayment(ctx: HttpContext, token: string) {
    const name = await this.showPayment.closedBy(token)
    if (name === null) {
      ctx.response.status(404).send(await ctx.view.render('payment_links::unknown'))
      return
    }
    ctx.response.status(410).send(await ctx.view.render('payment_links::closed', { name }))
  }
}

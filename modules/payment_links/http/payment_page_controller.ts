import type { HttpContext } from '@adonisjs/core/http'
import { appUrl } from '#config/app'
import { singleton } from '#app/extension/singleton'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import { input } from '#app/http/input'
import { secureHtml } from '#app/http/secure_html'
import { PAYMENT_LINK_LIMITS } from '../limits.ts'
import { ConfirmPayment } from '../services/confirm_payment.ts'
import { FetchLogo } from '../services/fetch_logo.ts'
import { type PublicPayment, ShowPayment } from '../services/show_payment.ts'
import { isolated, languageOf } from './page_language.ts'
import { hasWatched, keepWatching } from './page_watch.ts'
import { pageProblem } from './page_problem.ts'
import { presentPage, type PageVisit } from './present_page.ts'
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
   * An address that was typed is shown once more before money goes there. Every confirmation ends
   * with a redirect to the page, so that reloading it pays nothing a second time.
   */
  async confirm(ctx: HttpContext) {
    const { token } = input(ctx, tokenParams)
    const { destinationAddress, reviewed } = input(ctx, confirmForm)
    const typed = destinationAddress?.trim() ?? ''
    const address = typed === '' ? undefined : typed
    try {
      if (reviewed === undefined) {
        const review = await this.confirmPayment.review(token, address)
        if (review !== null) return await this.#page(ctx, token, { review })
      }
      const confirmed = await this.confirmPayment.run(token, address)
      if (!confirmed) return await this.#page(ctx, token)
    } catch (error) {
      const { status, ...problem } = pageProblem(error, typed, this.catalogue)
      ctx.response.status(status)
      return this.#page(ctx, token, { problem })
    }
    keepWatching(ctx, token)
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

  async #page(ctx: HttpContext, token: string, visit: PageVisit = {}) {
    secureHtml(ctx)
    const payment = await this.showPayment.run(token)
    if (!payment) return this.#noPayment(ctx, token)
    const language = await languageOf(ctx)
    const page = presentPage(payment, language, { ...visit, hasWatched: watched(ctx, payment) })
    const leaveSeconds = PAYMENT_LINK_LIMITS.leaveSeconds
    const state = { page, leaveSeconds, i18n: language.i18n }
    ctx.response.send(await ctx.view.render('payment_links::pay', state))
  }

  /** Tells the holder of a link whose realm was closed so, and what to do about their money. */
  async #noPayment(ctx: HttpContext, token: string) {
    const { i18n } = await languageOf(ctx)
    const known = await this.showPayment.closedBy(token)
    if (known === null) {
      ctx.response.status(404).send(await ctx.view.render('payment_links::unknown', { i18n }))
      return
    }
    const { name, type, ...rest } = known
    const host = new URL(appUrl).host
    const closed = { ...rest, host, name: isolated(name), isDeposit: type === 'deposit' }
    ctx.response.status(410).send(await ctx.view.render('payment_links::closed', { i18n, closed }))
  }
}

/** Whether this browser saw the payment when it was open; it is asked once about one that has ended. */
function watched(ctx: HttpContext, { token, progress }: PublicPayment): boolean {
  if (progress === 'ended') return hasWatched(ctx, token)
  keepWatching(ctx, token)
  return false
}

import type { HttpContext } from '@adonisjs/core/http'
import { secureHtml } from '#app/http/secure_html'

/** One page for every address: what it shows is decided in the browser, with the caller's own rights. */
export default class ConsoleController {
  index(ctx: HttpContext) {
    return this.#page(ctx)
  }

  room(ctx: HttpContext) {
    return this.#page(ctx)
  }

  async #page(ctx: HttpContext) {
    secureHtml(ctx)
    ctx.response.send(await ctx.view.render('console::console', {}))
  }
}

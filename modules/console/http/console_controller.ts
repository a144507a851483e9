import type { HttpContext } from '@adonisjs/core/http'
import { secureHtml } from '#app/http/secure_html'

/**
 * Serves one page for every address: the browser decides what it shows, with the caller's own
 * permissions.
 */
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

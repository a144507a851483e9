import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import { ModuleHost } from '#app/extension/module_host'
import { secureHtml } from '#app/http/secure_html'
import { addedPages } from '../core/added_pages.ts'

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
    const added = addedPages((await app.container.make(ModuleHost)).all())
    ctx.response.send(await ctx.view.render('console::console', { added: JSON.stringify(added) }))
  }
}

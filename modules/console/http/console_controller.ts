import type { HttpContext } from '@adonisjs/core/http'
import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { VOCABULARY } from '#app/extension/vocabulary'
import { secureHtml } from '#app/http/secure_html'
import { addedPages } from '../core/added_pages.ts'
import { BrowserFiles } from './browser_files.ts'

/**
 * Serves one page for every address: the browser decides what it shows, with the caller's own
 * permissions.
 */
@singleton()
export default class ConsoleController {
  constructor(
    private modules: ModuleHost,
    private files: BrowserFiles
  ) {}

  index(ctx: HttpContext) {
    return this.#page(ctx)
  }

  room(ctx: HttpContext) {
    return this.#page(ctx)
  }

  async #page(ctx: HttpContext) {
    secureHtml(ctx)
    const added = JSON.stringify(addedPages(this.modules.all()))
    const types = JSON.stringify(VOCABULARY.operationTypes)
    const scripts = await this.files.shell()
    ctx.response.send(await ctx.view.render('console::console', { added, types, scripts }))
  }
}

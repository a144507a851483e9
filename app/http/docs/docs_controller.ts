import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { DocsSearch } from '#app/http/docs/docs_search'
import { DocsSite } from '#app/http/docs/docs_site'
import { searchQuery } from '#app/http/docs/docs_validators'
import { ServiceError } from '#app/http/errors/service_error'
import { input } from '#app/http/input'
import { secureHtml } from '#app/http/secure_html'

const WHAT_THERE_IS = '/docs lists all pages.'

/** The pages under `/docs`. */
@singleton()
export default class DocsController {
  constructor(
    private site: DocsSite,
    private findings: DocsSearch
  ) {}

  index(ctx: HttpContext) {
    return this.#show(ctx, '')
  }

  page(ctx: HttpContext) {
    return this.#show(ctx, String(ctx.params.page))
  }

  part(ctx: HttpContext) {
    return this.#show(ctx, `reference/${String(ctx.params.page)}`)
  }

  guide(ctx: HttpContext) {
    return this.#show(ctx, `guides/${String(ctx.params.page)}`)
  }

  async search(ctx: HttpContext) {
    const asked = (input(ctx, searchQuery).q ?? '').trim()
    const found = asked === '' ? [] : await this.findings.find(asked)
    const title = asked === '' ? 'Search' : `Search: ${asked}`
    secureHtml(ctx)
    return ctx.view.render('docs/search', { title, asked, found })
  }

  async #show(ctx: HttpContext, path: string) {
    const { request, response, view } = ctx
    const page = await this.site.page(path, (template, state) => view.render(template, state))
    if (!page) {
      throw new ServiceError('NOT_FOUND', {
        message: `There is no page /docs/${path}.`,
        next: WHAT_THERE_IS,
      })
    }
    secureHtml(ctx)
    // It changes with a release; until then a browser only asks whether it has.
    response.header('cache-control', 'no-cache').header('etag', page.etag)
    response.header('vary', 'accept-encoding')
    if (request.header('if-none-match') === page.etag) return response.status(304).send(null)
    const zipped = /\bgzip\b/.test(request.header('accept-encoding') ?? '')
    if (zipped) response.header('content-encoding', 'gzip')
    response.send(zipped ? page.gzipped : page.html)
  }
}

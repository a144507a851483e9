import type { HttpContext } from '@adonisjs/core/http'
import { secureHtml } from '#app/http/secure_html'

interface PageOptions {
  status?: number
  /**
   * An origin that the page's form may lead to. Browsers apply `form-action` to the redirect that
   * answers a form too, so that a form that ends at another origin is blocked unless the page names
   * it.
   */
  formTarget?: string
}

/** Renders a view of `resources/views` with the headers of every page. */
export async function sendPage(
  ctx: HttpContext,
  view: string,
  state: Record<string, unknown>,
  { status = 200, formTarget }: PageOptions = {}
) {
  secureHtml(ctx)
  if (formTarget !== undefined) {
    const policy = String(ctx.response.getHeader('content-security-policy'))
    ctx.response.header(
      'content-security-policy',
      policy.replace("form-action 'self'", `form-action 'self' ${formTarget}`)
    )
  }
  ctx.response.status(status).send(await ctx.view.render(view, state))
}

/** Whether a person in a browser asks, and not a program. */
export function wantsPage({ request }: HttpContext): boolean {
  return (request.header('accept') ?? '').includes('text/html')
}

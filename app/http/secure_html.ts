import type { HttpContext } from '@adonisjs/core/http'

interface HtmlPolicy {
  /** For third-party pages that style their elements inline. */
  inlineStyles?: boolean
  /** For third-party pages whose relative addresses start at a `<base>` of this service. */
  ownBase?: boolean
}

/** Headers of every HTML page: nothing from another origin, no inline script, no framing. */
export function secureHtml({ response }: HttpContext, policy: HtmlPolicy = {}) {
  const styles = policy.inlineStyles ? "'self' 'unsafe-inline'" : "'self'"
  response.header('content-type', 'text/html; charset=utf-8')
  response.header(
    'content-security-policy',
    [
      "default-src 'none'",
      "script-src 'self'",
      `style-src ${styles}`,
      "img-src 'self' data:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      `base-uri ${policy.ownBase ? "'self'" : "'none'"}`,
    ].join('; ')
  )
  response.header('referrer-policy', 'no-referrer')
  response.header('x-frame-options', 'DENY')
  response.header('cache-control', 'no-store')
}

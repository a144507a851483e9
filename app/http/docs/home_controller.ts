import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { singleton } from '#app/extension/singleton'
import { installation } from '#app/http/installation'
import { declaredRoutes } from '#app/http/route_macros'
import { secureHtml } from '#app/http/secure_html'

interface Entrance {
  /** A route that has to be mounted; the console is a module that an operator may leave out. */
  href: string
  title: string
  says: string
  /** Whether strangers of a service in production are told of it. */
  open: boolean
}

const ENTRANCES: readonly Entrance[] = [
  {
    href: '/docs',
    title: 'Documentation',
    says: 'Guides, and every request with examples.',
    open: true,
  },
  {
    href: '/console',
    title: 'Console',
    says: 'Realms, balances and operations, for builders.',
    open: true,
  },
  {
    href: '/openapi.json',
    title: 'OpenAPI document',
    says: 'The reference for programs, such as generators of clients.',
    open: true,
  },
  {
    href: '/asyncapi.json',
    title: 'AsyncAPI document',
    says: 'The frames of the WebSocket stream, for programs.',
    open: true,
  },
  {
    href: '/queues',
    title: 'Queues',
    says: 'All work in the background, for operators.',
    open: false,
  },
  {
    href: '/health/ready',
    title: 'Health',
    says: 'Whether each part works, and why not.',
    open: false,
  },
  { href: '/metrics', title: 'Metrics', says: 'Figures for Prometheus.', open: false },
]

/** The first page of the service: what runs here, and where a person goes on. */
@singleton()
export default class HomeController {
  async show(ctx: HttpContext) {
    const mounted = new Set(declaredRoutes().map(({ route }) => route.toJSON().pattern))
    const entrances = ENTRANCES.filter(
      ({ href, open }) => mounted.has(href) && (open || !app.inProduction)
    )
    secureHtml(ctx)
    const state = { name: installation().name, entrances, firstRequest: firstRequest() }
    ctx.response.send(await ctx.view.render('home', state))
  }
}

/** In development it signs in; in production only the issuer of the operator can begin. */
function firstRequest(): string {
  const base = installation().url.replace(/\/$/, '')
  if (app.inProduction) return `curl -s ${base}/api/v1/permissions`
  const body = `{"email":"ada@example.com","name":"Ada"}`
  return `curl -s ${base}/dev/identity/token -H 'content-type: application/json' -d '${body}'`
}

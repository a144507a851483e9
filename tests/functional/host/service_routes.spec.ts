import { test } from '@japa/runner'
import { Secret } from '@adonisjs/core/helpers'
import app from '@adonisjs/core/services/app'
import router from '@adonisjs/core/services/router'
import { ModuleHost } from '#app/extension/module_host'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import { declaredRoutes } from '#app/http/route_macros'
import { documentPath } from '#app/http/openapi/document'
import { refusalsOf } from '#app/http/openapi/refusals'
import { Client, eventually, pluck } from '#tests/support/client'
import HealthController from '#app/observability/health_controller'
import RequestScopeMiddleware from '#app/http/middleware/request_scope_middleware'
import { Inside } from '#app/observability/inside'
import { Probes } from '#app/observability/probes'
import { rebuilt } from '#tests/support/rebuilt'

const guest = Client.anonymous()
const TOKEN = 'm'.repeat(32)

test.group('host | service routes', () => {
  test('live answers, ready names every dependency', async ({ assert }) => {
    assert.equal((await guest.get('/health/live')).status, 200)
    // A check has a deadline of its own, which a busy machine may miss once.
    const ready = await eventually('the service to be ready', async () => {
      const reply = await guest.get('/health/ready')
      return reply.status === 200 ? reply : null
    })
    const names = pluck((ready.body as { checks: { name: string }[] }).checks, 'name')
    assert.includeMembers(names, ['database', 'redis', 'outbox', 'chain'])
  })

  test('metrics are in the Prometheus format and count requests by route', async ({ assert }) => {
    await guest.get('/health/live')
    const reply = await guest.get('/metrics')
    assert.equal(reply.status, 200)
    assert.include(reply.headers.get('content-type')!, 'text/plain')
    const text = String(reply.body)
    assert.match(
      text,
      /^http_requests_total{method="GET",route="\/health\/live",status="200"} \d+$/m
    )
    assert.match(text, /^http_request_duration_seconds_count{status="2xx"} \d+$/m)
  })

  test('metrics and the checks of readiness are for those who run the service: {name}')
    .with([
      { name: 'no token in production', production: true, shown: false },
      { name: 'no token elsewhere', production: false, shown: true },
      { name: 'the token', production: true, token: TOKEN, sent: TOKEN, shown: true },
      { name: 'a wrong token', production: false, token: TOKEN, sent: `${TOKEN}x`, shown: false },
      { name: 'a token set and none sent', production: false, token: TOKEN, shown: false },
    ])
    .run(async ({ assert, cleanup }, { production, token, sent, shown }) => {
      const metricsToken = token === undefined ? undefined : new Secret(token)
      app.container.swap(Inside, () => new Inside({ production, metricsToken }))
      cleanup(() => app.container.restore(Inside))
      cleanup(rebuilt(Probes, HealthController))
      const headers: Record<string, string> = sent ? { authorization: `Bearer ${sent}` } : {}
      const metrics = await guest.send('GET', '/metrics', undefined, headers)
      assert.equal(metrics.status, shown ? 200 : 404)
      const ready = await guest.send('GET', '/health/ready', undefined, headers)
      const shows = Object.keys(ready.body as object)
      assert.sameMembers(shows, shown ? ['status', 'checks'] : ['status'])
    })

  test('browsers that came over TLS are told to stay with it', async ({ assert, cleanup }) => {
    const policy = async () =>
      (await guest.get('/health/live')).headers.get('strict-transport-security')
    assert.isNull(await policy())
    const appUrl = app.config.get<string>('app.appUrl')
    cleanup(() => app.config.set('app.appUrl', appUrl))
    app.config.set('app.appUrl', 'https://ledger.example')
    cleanup(rebuilt(RequestScopeMiddleware))
    assert.equal(await policy(), 'max-age=31536000')
  })

  test('every route declares who may call it and is in the document', async ({ assert }) => {
    const { body } = await guest.get('/openapi.json')
    const { paths } = body as { paths: Record<string, Record<string, unknown>> }
    const declared = declaredRoutes()
    for (const { pattern, methods } of Object.values(router.toJSON()).flat()) {
      const found = declared.find(({ route }) => route.toJSON().pattern === pattern)
      assert.exists(found?.declaration.access, `${pattern} declares no access`)
      if (found!.declaration.access!.kind === 'operator') continue
      const path = documentPath(pattern)
      for (const method of methods.filter((name) => name !== 'HEAD')) {
        assert.property(paths[path], method.toLowerCase(), `${method} ${pattern} is missing`)
      }
    }
  })

  test('every refusal a route declares is in the catalogue', async ({ assert }) => {
    const catalogue = await app.container.make(ErrorCatalogue)
    const host = await app.container.make(ModuleHost)
    const guardRefusals = host.contributions('guardRefusals')
    for (const { route, declaration } of declaredRoutes()) {
      const { pattern } = route.toJSON()
      for (const code of refusalsOf(declaration, pattern, guardRefusals)) {
        assert.exists(catalogue.find(code), `${pattern} names ${code}`)
      }
    }
  })

  test('the reference names what guards of other modules refuse with', async ({ assert }) => {
    const { body } = await guest.get('/openapi.json')
    type Answers = Record<string, { description: string }>
    const { paths } = body as { paths: Record<string, Record<string, { responses: Answers }>> }
    const named: [method: string, path: string, codes: string[]][] = [
      ['post', '/api/v1/transfer', ['COSIGN_REQUIRED', 'BOUNDARY_FROZEN', 'REALM_HALTED']],
      ['post', '/api/v1/transfers/bulk', ['COSIGN_REQUIRED', 'BOUNDARY_FROZEN', 'REALM_HALTED']],
      ['post', '/api/v1/fund-account', ['BOUNDARY_FROZEN', 'REALM_HALTED']],
      ['post', '/api/v1/defund-account', ['COSIGN_REQUIRED', 'BOUNDARY_FROZEN', 'CONFLICT']],
      ['post', '/api/v1/objects/delete', ['COSIGN_DRAIN_REQUIRED', 'BOUNDARY_FROZEN']],
      ['post', '/api/v1/objects', ['BOUNDARY_FROZEN']],
      ['post', '/api/v1/isolation-zones', ['BOUNDARY_FROZEN']],
      ['put', '/api/v1/folders/labels', ['BOUNDARY_FROZEN']],
      ['patch', '/api/v1/objects/{id}/labels', ['BOUNDARY_FROZEN']],
      ['post', '/api/v1/payment-links', ['BOUNDARY_FROZEN', 'REALM_HALTED']],
    ]
    for (const [method, path, codes] of named) {
      const described = pluck(Object.values(paths[path]![method]!.responses), 'description').join(
        '\n'
      )
      for (const code of codes) assert.include(described, `\`${code}\``, `${method} ${path}`)
    }
  })

  test('every catalogue entry says why it happens and what to do', async ({ assert }) => {
    const catalogue = await app.container.make(ErrorCatalogue)
    for (const [code, entry] of catalogue.all()) {
      assert.isAbove(entry.why.length, 10, code)
      assert.isAbove(entry.fix.length, 10, code)
      assert.include(
        [400, 401, 403, 404, 405, 409, 412, 413, 429, 500, 502, 503],
        entry.status,
        code
      )
    }
  })

  test('the queue dashboard sends strangers to sign in, and shows no data', async ({ assert }) => {
    const page = await guest.send('GET', '/queues', undefined, { accept: 'text/html' })
    assert.equal(page.status, 303)
    assert.include(page.headers.get('location')!, '/auth/sign-in')
    const data = await guest.send('GET', '/queues/api/queues', undefined, {
      accept: 'application/json',
    })
    assert.equal(data.status, 401)
    const bearer = await (await Client.signIn()).get('/queues/api/queues')
    assert.equal(bearer.status, 401, 'expected an API token not to open operator pages')
  })
})

import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { declarationOf, declaredRoutes } from '#app/http/route_macros'

/** Where resources of the API live. Everything else is a page or the service's own. */
const API = /^\/api\/v1\//

/** Public by nature: they hand out a credential, or are for people without one. */
const PUBLIC_API =
  /^\/api\/v1\/(auth\/(google|refresh|logout|invitations\/accept)|permissions|pay\/:token(\/confirm|\/events)?)$/

/** Lists that no date narrows, and why. */
const NO_DATES: Record<string, string> = {
  '/api/v1/auth/audit': 'The interface names its dates since and until.',
  '/api/v1/custody/boundaries': 'A boundary shows no date, and the default one has none.',
  '/api/v1/custody/exchange-objects': 'What it lists shows no date.',
  '/api/v1/objects/browse': 'It lists what lies in a folder; folders have no date.',
  '/api/v1/objects/:id/exchange/positions': 'It lists what is open now.',
  '/api/v1/reconciliation': 'It measures objects as they are now.',
  '/api/v1/reconciliations/:id/items': 'They are lines of one file, in its order.',
}

test.group('host | route declarations', () => {
  test('every route of the table says who may call it', async ({ assert }) => {
    const router = await app.container.make('router')
    const declared = new Map(
      declaredRoutes().map(({ route }) => {
        const { pattern, methods } = route.toJSON()
        return [`${methods.join()} ${pattern}`, declarationOf(route)]
      })
    )
    const table = Object.values(router.toJSON()).flat()
    assert.isAbove(table.length, 30)
    for (const { pattern, methods } of table) {
      const declaration = declared.get(`${methods.join()} ${pattern}`)
      assert.isNotNull(declaration?.access ?? null, `${methods.join()} ${pattern}`)
    }
  })

  test('every route of the API says what it is for and what it answers', ({ assert }) => {
    for (const { route, declaration } of declaredRoutes()) {
      const { pattern } = route.toJSON()
      if (!API.test(pattern)) continue
      assert.isNotEmpty(declaration.summary, pattern)
      assert.isNotEmpty(declaration.answers, pattern)
      if (pattern.includes(':')) {
        assert.isNotNull(declaration.params, `${pattern} reads its address without validating it`)
      }
    }
  })

  test('nothing of the API is public by mistake', ({ assert }) => {
    for (const { route, declaration } of declaredRoutes()) {
      const { pattern } = route.toJSON()
      if (!API.test(pattern) || declaration.access?.kind !== 'public') continue
      assert.match(pattern, PUBLIC_API)
    }
  })

  test('a declared action names its resource', ({ assert }) => {
    for (const { route, declaration } of declaredRoutes()) {
      if (declaration.access?.kind !== 'actions') continue
      assert.isNotEmpty(declaration.access.requires, route.toJSON().pattern)
      for (const { action, on } of declaration.access.requires) {
        assert.match(action, /^svc:[A-Z]\w+$/, route.toJSON().pattern)
        assert.isNotEmpty(on.describe, route.toJSON().pattern)
      }
    }
  })

  test('a resource that is read from the request can always be read from it', ({ assert }) => {
    for (const { route, declaration } of declaredRoutes()) {
      const { access } = declaration
      if (access?.kind !== 'actions') continue
      for (const { on } of access.requires) {
        const [, part, field] = /^(body|query)\.(\w+)$/.exec(on.describe) ?? []
        // Without the field there would be nothing to check, and the request would pass.
        if (field === undefined || on.from?.({}) !== null) continue
        const validator = part === 'body' ? declaration.body : declaration.query
        const { required = [] } = (validator?.toJSONSchema() ?? {}) as { required?: string[] }
        assert.include(required, field, `${route.toJSON().pattern} may come without ${on.describe}`)
      }
    }
  })

  test('no two parts of a request name the same field', ({ assert }) => {
    for (const { route, declaration } of declaredRoutes()) {
      const { params, query, body } = declaration
      const names = [params, query, body].flatMap((validator) =>
        Object.keys((validator?.toJSONSchema() as { properties?: object })?.properties ?? {})
      )
      // The resource of a check could be read from one of them and the work done with the other.
      assert.lengthOf(new Set(names), names.length, route.toJSON().pattern)
    }
  })

  test('every list is narrowed by date, except those named here', ({ assert }) => {
    const undated = declaredRoutes().flatMap(({ route, declaration }) => {
      const { pattern, methods } = route.toJSON()
      const asked = declaration.query?.toJSONSchema() as { properties?: object } | undefined
      const names = Object.keys(asked?.properties ?? {})
      if (!methods.includes('GET') || !names.includes('cursor')) return []
      return names.includes('from') && names.includes('to') ? [] : [pattern]
    })
    assert.sameMembers(undated, Object.keys(NO_DATES))
  })
})

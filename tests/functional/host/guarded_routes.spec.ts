import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ModuleHost } from '#app/extension/module_host'
import { ServiceError } from '#app/http/errors/service_error'
import { declaredRoutes } from '#app/http/route_macros'
import { keyedPosts } from '#tests/functional/host/support/keyed_posts'
import { openWorld, sendKeyed, type World } from '#tests/functional/host/support/keyed_world'
import { platformAdmin } from '#tests/support/platform_admin'

const KEYED_POSTS = await keyedPosts()
const SHUT = 'Shut by the test.'

function guardedPosts(): string[] {
  return declaredRoutes().flatMap(({ route, declaration }) => {
    const { pattern, methods } = route.toJSON()
    const name = `POST ${pattern}`
    const isKnown = methods.includes('POST') && name in KEYED_POSTS
    return isKnown && declaration.guarded.length > 0 ? [name] : []
  })
}

test.group('host | guarded routes', (group) => {
  let world: World
  let isShut = false
  const check = () => {
    if (isShut) throw new ServiceError('CONFLICT', { message: SHUT })
  }

  group.setup(async () => {
    const { admin, restore } = await platformAdmin()
    world = await openWorld(admin)
    const guard = {
      name: 'shut',
      check,
      checkDeletion: check,
      checkChange: check,
      checkRealm: check,
    }
    const host = await app.container.make(ModuleHost)
    host.add({ name: 'shut_routes', title: 'Shut', movementGuards: [guard] })
    return restore
  })

  test('what says that it is guarded asks the guards, before it does anything: {$self}')
    .with(guardedPosts)
    .run(async ({ assert }, name) => {
      const key = randomUUID()
      const post = await KEYED_POSTS[name]!(world, key)
      const before = await post.count?.()
      isShut = true
      const reply = await sendKeyed(post, key).finally(() => (isShut = false))
      assert.include(JSON.stringify(reply.body), SHUT)
      assert.equal(await post.count?.(), before)
    })
})

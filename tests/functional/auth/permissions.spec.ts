import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ModuleHost } from '#app/extension/module_host'
import { declaredRoutes } from '#app/http/route_macros'
import { Client, accepted, pluck } from '#tests/support/client'

interface Catalog {
  actions: { name: string; description: string; resource: string }[]
  aliases: Record<string, string[]>
  presets: Record<string, string[]>
}

/** The aliases as they are promised; actions of modules an operator adds may stand beside these. */
const TRANSFER = ['svc:TransferFrom', 'svc:ReceiveTo']
const EXCHANGE = ['svc:PlaceOrder', 'svc:CancelOrder', 'svc:ReadExchange']
const LIFECYCLE = [
  'svc:CreateObject',
  'svc:UpdateObject',
  'svc:DeleteObject',
  'svc:DeleteEmptyObject',
  'svc:UpdateFolderLabels',
]
const READ = [
  'svc:ReadObject',
  'svc:ReadBalance',
  'svc:ReadOperation',
  'svc:ReadEvent',
  'svc:ReadDelta',
  'svc:ReadExchange',
  'svc:ReadCustody',
  'svc:ReadAuditLog',
  'svc:Subscribe',
]

async function catalog(): Promise<Catalog> {
  return accepted(await Client.anonymous().get<Catalog>('/api/v1/permissions'))
}

test.group('auth | permissions', () => {
  test('anybody may read which actions there are', async ({ assert }) => {
    const { actions } = await catalog()
    const names = pluck(actions, 'name')
    const promised = [...READ, ...TRANSFER, ...EXCHANGE, ...LIFECYCLE]
    assert.includeMembers(names, [...promised, 'svc:WithdrawFrom', 'svc:CosignWithdraw'])
    assert.lengthOf(new Set(names), names.length)
    for (const action of actions) {
      assert.match(action.name, /^svc:[A-Z][A-Za-z]+$/)
      assert.isNotEmpty(action.description)
      assert.isNotEmpty(action.resource)
      assert.sameMembers(Object.keys(action), ['name', 'description', 'resource'])
    }
  })

  test('the catalog is what the modules contribute, no more and no less', async ({ assert }) => {
    const host = await app.container.make(ModuleHost)
    const contributed = pluck(host.contributions('actions'), 'name')
    const { actions, aliases } = await catalog()
    assert.sameMembers(pluck(actions, 'name'), contributed)
    assert.sameMembers(aliases['svc:*']!, contributed)
  })

  test('every alias stands for its actions', async ({ assert }) => {
    const { actions, aliases } = await catalog()
    const reads = pluck(actions, 'name').filter((name) => name.startsWith('svc:Read'))
    assert.sameMembers(aliases['svc:Read']!, [...reads, 'svc:Subscribe'])
    assert.includeMembers(aliases['svc:Read']!, READ)
    assert.sameMembers(aliases['svc:Transfer']!, TRANSFER)
    assert.sameMembers(aliases['svc:Exchange']!, EXCHANGE)
    assert.sameMembers(aliases['svc:Lifecycle']!, LIFECYCLE)
    assert.sameMembers(aliases['svc:Write']!, [
      ...TRANSFER,
      'svc:WithdrawFrom',
      ...EXCHANGE,
      ...LIFECYCLE,
    ])
  })

  test('every preset stands for its actions', async ({ assert }) => {
    const { aliases, presets } = await catalog()
    assert.sameMembers(Object.keys(presets), ['read', 'trade', 'full'])
    assert.sameMembers(presets.read!, aliases['svc:Read']!)
    assert.sameMembers(presets.trade!, [
      ...new Set([...aliases['svc:Read']!, ...aliases['svc:Exchange']!]),
    ])
    assert.deepEqual(presets.full, ['svc:*'])
  })

  test('every action a route asks for is in the catalog', async ({ assert }) => {
    const { actions } = await catalog()
    const names = new Set(pluck(actions, 'name'))
    for (const { route, declaration } of declaredRoutes()) {
      const { access } = declaration
      if (access?.kind !== 'actions') continue
      for (const { action } of access.requires) {
        assert.isTrue(
          names.has(action),
          `${route.toJSON().pattern} asks for ${action}, which no module contributes`
        )
      }
    }
  })
})

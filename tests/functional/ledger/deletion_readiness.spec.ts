import { test } from '@japa/runner'
import { TestRealm, accepted, until, type Reply } from '#tests/support/client'

let realm: TestRealm

const readiness = (id: string) => realm.get(`/objects/${id}/deletion-readiness`)

const code = ({ status, error }: Reply<unknown>) => `${status} ${error?.code}`

test.group('ledger | deletion readiness', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
  })

  test('an empty object is ready and needs nothing', async ({ assert }) => {
    const object = await realm.object('/empty')
    assert.deepEqual(accepted(await readiness(object.id)), {
      objectId: object.id,
      path: '/empty',
      objectPath: '/empty',
      ready: true,
      settledBalance: '0.00',
      openPositionCount: 0,
      heldOutboundCount: 0,
      heldInboundCount: 0,
      requiresSweep: false,
      requiresLiquidation: false,
      valueAtRisk: '0.00',
      cosignArmed: false,
      authorization: 'none',
      reasons: [],
    })
  })

  test('a funded one needs a sweep; asking changes nothing', async ({ assert }) => {
    const object = await realm.account('/funded', '5.00')
    for (const round of [1, 2]) {
      const data = accepted(await readiness(object.id))
      assert.containSubset(
        data,
        { ready: true, settledBalance: '5.00', valueAtRisk: '5.00', requiresSweep: true },
        `round ${round}`
      )
    }
    const shown = accepted(await realm.client.get(`/api/v1/objects/${object.id}`))
    assert.equal(shown.object.status, 'active')
  })

  test('counts what is in flight, and says why it has to wait', async ({ assert }) => {
    const object = await realm.object('/waiting')
    // Waits for its settlement job, or has met it already: both are seen until it has ended.
    const opened = accepted(await realm.deposit('/waiting', '1.00'))
    const first = accepted(await readiness(object.id))
    if (first.heldInboundCount === 1) {
      assert.isFalse(first.ready)
      assert.lengthOf(first.reasons, 1)
    }
    await realm.completed(opened.operation.id)
    await until('nothing to be held', async () => {
      const data = accepted(await readiness(object.id))
      return data.heldInboundCount === 0
    })
  })

  test('a deleted object is not ready', async ({ assert }) => {
    const object = await realm.object('/deleted')
    accepted(await realm.remove(object.id))
    const data = accepted(await readiness(object.id))
    assert.deepEqual([data.ready, data.reasons], [false, ['The object was deleted.']])
  })

  test('wrong input is named', async ({ assert }) => {
    const object = await realm.object('/valid')
    const address = `/api/v1/objects/${object.id}/deletion-readiness`
    assert.equal(code(await realm.client.get(address)), '400 VALIDATION_ERROR')
    assert.equal(code(await realm.client.get(address, { realmId: 'x' })), '400 VALIDATION_ERROR')
    const none = await realm.get('/objects/obj_none/deletion-readiness')
    assert.equal(code(none), '404 OBJECT_NOT_FOUND')
  })
})

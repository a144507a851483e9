import { test } from '@japa/runner'
import { defaultBoundaryId } from '#modules/ledger/index'
import { CONFIRMATIONS, DepositDesk } from './support/deposit_desk.ts'

const USD = 1_000_000n
const ENOUGH = 2 * (CONFIRMATIONS + 4)

test.group('custody | two releases of the contracts', (group) => {
  let desk: DepositDesk

  group.setup(async () => {
    desk = await DepositDesk.start()
    return () => desk.stop()
  })

  test('pools of both take deposits, each at the addresses of its own', async ({ assert }) => {
    const worker = await desk.laterWorker()
    assert.notEqual(worker.chain.plan.implementation, desk.world.plan.implementation)
    const second = await desk.secondRealm(worker)
    const deposits = [{ realm: desk.realm, pool: desk.pool, token: desk.world.plan.token }, second]
    for (const { realm, pool, token } of deposits) {
      const told = await desk.announce(worker, '7.00', realm)
      const { gateway } = desk.world
      const ids = [defaultBoundaryId(realm.id), told.operationId].map((id) => gateway.idHash(id))
      const own = await desk.world.read('RealmCustody', pool, 'depositAddress', ids)
      assert.deepEqual([told.address, told.token], [own, token])
      await desk.pay(told.address, 7n * USD, token)
      await desk.turns(worker, ENOUGH)
      assert.equal(await desk.stateOf(told.operationId, realm), 'completed')
      assert.equal(await desk.settled(realm), '7.00')
    }
  })
})

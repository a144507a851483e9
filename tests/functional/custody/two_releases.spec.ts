import { test } from '@japa/runner'
import { defaultBoundaryId } from '#modules/ledger/index'
import { ARTIFACTS, type AbiFragment, type AbiParameter } from '#modules/custody/chain/artifacts'
import { FORMER_RELEASES, formerContracts } from '../../unit/custody/support/former_releases.ts'
import { CONFIRMATIONS, DepositDesk } from './support/deposit_desk.ts'
import { WithdrawalDesk } from './support/withdrawal_desk.ts'
import { Wallet } from './support/withdrawing.ts'

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

test.group('custody | a pool of release 1 beside this release', (group) => {
  let desk: WithdrawalDesk

  group.setup(async () => {
    desk = await WithdrawalDesk.start(1)
    await desk.mint(1_000n * USD)
    return () => desk.stop()
  })

  test('the ABI of this release reads all that pools of former ones say', ({ assert }) => {
    const told = (abi: AbiFragment[]) =>
      new Map(
        abi
          .filter(({ name }) => name !== undefined && name !== 'initialize')
          .map(({ type, name, inputs, outputs }) => [
            `${type} ${name}(${inputs!.map((input) => typeOf(input)).join()})`,
            outputs?.map((output) => typeOf(output)).join(),
          ])
      )
    const now = told(ARTIFACTS.RealmCustody.abi)
    for (const release of FORMER_RELEASES) {
      const changed = [...told(formerContracts(release).pool.abi)].filter(
        ([what, answer]) => !now.has(what) || now.get(what) !== answer
      )
      assert.deepEqual(
        changed.map(([what]) => what),
        [
          ...(release === 1 ? ['error NotOperatorOrRecoveryKey(bytes32,address)'] : []),
          'function sweepDeposits((bytes32,bytes32)[])',
        ],
        `release ${release}`
      )
    }
  })

  test('its boundaries have one exit at a time, and the next in its turn', async ({ assert }) => {
    const paid = desk.withdrawal()
    await desk.start(paid)
    assert.equal((await desk.ended(paid)).state, 'final')
    const holder = new Wallet()
    await desk.operate('registerRecoveryKey', [desk.boundary, holder.address])
    await desk.operate('setTimeLock', [desk.boundary, 100n])
    const [first, second, third] = [desk.withdrawal(), desk.withdrawal(), desk.withdrawal()]
    await desk.start(first)
    await desk.waits(first)
    assert.deepEqual(await desk.start(second), { state: 'waiting' })
    assert.equal(await desk.outcome(second), 0)
    await desk.pass(200)
    await desk.services.executeExits.run()
    assert.equal((await desk.ended(first)).state, 'final')
    await desk.start(second)
    await desk.waits(second)
    await desk.lose(980n * USD)
    await desk.pass(200)
    await desk.services.executeExits.run()
    assert.containSubset(await desk.ended(second), { state: 'refused', as: 'failed' })
    const { gateway } = desk.calm.chain
    const back = gateway.encode('TestUSD', 'mint', [desk.pool, 980n * USD])
    await desk.impersonate(desk.pool, desk.token, back)
    await desk.start(third)
    await desk.waits(third)
    const args = [desk.boundary, holder.address]
    const data = gateway.encode('RealmCustody', 'recoveryWithdraw', args)
    await desk.impersonate(holder.address, desk.pool, data)
    assert.containSubset(await desk.ended(third), { state: 'refused', as: 'failed' })
    const amounts = [await desk.paid(paid), await desk.paid(first), await desk.paid(second)]
    assert.deepEqual(amounts, [paid.amount, first.amount, 0n])
  })
})

function typeOf({ type, components }: AbiParameter): string {
  if (!components) return type
  return type.replace('tuple', `(${components.map((part) => typeOf(part)).join()})`)
}

import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { Address } from '#modules/custody/core/chain_types'
import { GiveUpMovement } from '#modules/ledger/services/give_up_movement'
import { BoundaryDirectory } from '#modules/custody/services/boundary_directory'
import { ChildService } from '#tests/faults/support/child_service'
import { Holder, giveKey, hashOf, poolOf, zoneOf } from '#tests/functional/custody/support/holder'
import { sheetOf } from '#tests/functional/custody/support/pool_hand'
import { TradingRealm, Trader } from '#tests/functional/venue/support/trading_realm'
import { accepted, eventually, until, type AnyData } from '#tests/support/client'
import { withSettlementPaused } from '#tests/support/settlement_paused'
import { booksAreSound } from '#tests/support/sound_books'

const RAIL = 'venue'
const USD = 1_000_000n

let trading: TradingRealm
let holder: Holder
let trader: Trader
let boundaryId: string
let pool: Address

const operation = async (id: string): Promise<AnyData> =>
  accepted(await trading.client.get(`/api/v1/operations/${id}`)).operation as AnyData

const ended = (id: string) =>
  eventually('the end of an operation', async () => {
    const found = await operation(id)
    return found.state === 'pending' ? null : found
  })

/** As whoever moves something next is asked. */
async function unlocked() {
  await holder.unlock(pool, boundaryId)
  const directory = await app.container.make(BoundaryDirectory)
  await until('the unlock', async () => (await directory.of(boundaryId)).status === 'active')
}

const spare = async () => Number((await trader.state()).marginSummary.availableToWithdraw)

async function isSound(assert: { deepEqual(actual: unknown, expected: unknown): void }) {
  await booksAreSound(trading.realm)
  const sheet = await eventually('a sheet of the pool', async () => {
    const found = await sheetOf(trading.realm)
    return found.poolMeasurable === true ? found : null
  })
  const { conservation, physicalDrift, replayDrift, boundaries } = sheet
  assert.deepEqual(
    { conservation, physicalDrift, replayDrift },
    { conservation: true, physicalDrift: '0.00', replayDrift: '0.00' }
  )
  const insolvent = boundaries.filter(({ solvent }: AnyData) => solvent !== true)
  assert.deepEqual(insolvent, [])
}

test.group('custody | faults at vaults', (group) => {
  // Most of it is the start of another process, which takes as long as the machine is busy.
  group.setup(async () => {
    trading = await TradingRealm.open()
    holder = await Holder.appear()
    boundaryId = await zoneOf(trading.realm, '/zone')
    await giveKey(trading.realm, boundaryId, holder)
    await trading.realm.account('/zone/cash', '100.00')
    const { id } = await trading.realm.object('/zone/ex', { type: 'exchange' })
    trader = new Trader(trading, id, '/zone/ex')
    await trading.realm.completed(
      accepted(await trader.move('/zone/cash', trader.path, '40.00')).operation.id
    )
    pool = await poolOf(trading.realm)
  })

  for (const place of ['custody.vault_given_up', 'venue.reserve_returned']) {
    test(`refused by a freeze, killed at ${place}: all comes back, once`, async ({ assert }) => {
      const id = await withSettlementPaused(async () => {
        const moved = accepted(await trader.move(trader.path, '/zone/cash', '20.00'))
        await holder.lock(pool, boundaryId)
        const env = { FAILPOINT: `${place}:1:kill`, QUEUE_PREFIX: '{crash_vaults}' }
        const child = ChildService.handler(['followed', RAIL, moved.operation.id], env)
        const { signal } = await child.ended
        assert.equal(signal, 'SIGKILL', 'expected the process to die at the failpoint')
        assert.equal((await operation(moved.operation.id)).state, 'pending')
        return moved.operation.id as string
      })
      const { state, failureMessage } = await ended(id)
      assert.deepEqual(
        [state, failureMessage],
        ['failed', 'The custody boundary is frozen by the holder of its recovery key.']
      )
      await unlocked()
      await until('all of it to be there', async () => (await spare()) === 40)
      await isSound(assert)
    })
  }

  test('a transfer out is given up unsent: its amount comes back', async ({ assert }) => {
    const id = await withSettlementPaused(async () => {
      const moved = accepted(await trader.move(trader.path, '/zone/cash', '20.00'))
      const { id: operationId } = moved.operation
      const giveUp = await app.container.make(GiveUpMovement)
      assert.equal(await giveUp.run(operationId), 'asked')
      assert.equal(await giveUp.run(operationId), 'asked')
      assert.equal((await operation(operationId)).state, 'pending')
      return operationId as string
    })
    const { state, failureMessage } = await ended(id)
    assert.deepEqual(
      [state, failureMessage],
      ['failed', 'It was cancelled before it was executed.']
    )
    await until('all of it to be there', async () => (await spare()) === 40)
    await isSound(assert)
  })

  test('one that was executed before it was given up completes', async ({ assert }) => {
    const moved = accepted(await trader.move(trader.path, '/zone/cash', '5.00'))
    const { id } = moved.operation
    await trading.realm.completed(id)
    assert.equal(await (await app.container.make(GiveUpMovement)).run(id), 'ended')
    await trading.realm.completed(
      accepted(await trader.move('/zone/cash', trader.path, '5.00')).operation.id
    )
    await isSound(assert)
  })

  test('the holder takes all, then the vault’s money: the books follow', async ({ assert }) => {
    const before = await holder.tokensOf(holder.address)
    const taken = async () => (await holder.tokensOf(holder.address)) - before
    await holder.takeAll(pool, boundaryId)
    await until('the sweep of the cash', async () => (await settledAt('/zone/cash')) === '0.00')
    assert.equal(await taken(), 60n * USD)
    assert.equal(await settledAt('/zone/ex'), '40.00')
    await isSound(assert)
    await holder.call(pool, 'recoverVault', [hashOf(trader.id)])
    await holder.takeAll(pool, boundaryId)
    await until('the sweep of the vault', async () => (await settledAt('/zone/ex')) === '0.00')
    assert.equal(await taken(), 100n * USD)
    await isSound(assert)
  })
})

async function settledAt(path: string): Promise<string> {
  const { client } = trading
  const { object } = accepted(await trading.realm.find(path))
  const { balances } = accepted(await client.get(`/api/v1/objects/${object.id}/balances`))
  return balances.find(({ denomination }: AnyData) => denomination === 'USD')?.settled ?? '0.00'
}

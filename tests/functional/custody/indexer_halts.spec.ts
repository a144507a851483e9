import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import logger from '@adonisjs/core/services/logger'
import { type ServiceError } from '#app/http/errors/service_error'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import { HaltGuard } from '#modules/custody/services/halt_guard'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { WatchBalanceSheets } from '#modules/custody/services/watch_balance_sheets'
import { HaltStore } from '#modules/custody/storage/halt_store'
import { WatchTokens } from '#modules/custody/services/watch_tokens'
import { ReadBalanceSheet } from '#modules/custody/services/read_balance_sheet'
import { SheetCutReader } from '#modules/custody/storage/sheet_cut_reader'
import { eventually } from '#tests/support/client'
import { CONFIRMATIONS, IndexDesk } from './support/index_desk.ts'
import { noChain, chainDesk } from './support/chain_desk.ts'
import { processOn } from './support/process.ts'

let desk: IndexDesk

/** What a process of a service on the desk's chain, a real one, would do. */
async function serviceOn({ world }: IndexDesk, developmentChain = false) {
  const { chainId } = world.gateway
  const process = await processOn(
    await chainDesk(world.anvil.url, world.operator, { chainId, developmentChain })
  )
  // Nothing is asked of this node, which has no contracts.
  const cuts = await process.make(SheetCutReader)
  process.bindValue(ReadBalanceSheet, new ReadBalanceSheet(await noChain(), cuts, logger))
  const tokens: Pick<WatchTokens, 'run'> = { run: async () => ({ short: [], again: false }) }
  process.bindValue(WatchTokens, tokens as WatchTokens)
  return {
    halts: await process.make(RealmHalts),
    haltStore: await process.make(HaltStore),
    guard: await process.make(HaltGuard),
    watch: await process.make(WatchBalanceSheets),
  }
}

/** A transfer in a realm, as guards are asked about it. */
function transferIn(realmId: string): Omit<Movement, 'operationId'> {
  const object = { id: 'obj_1', realmId, path: '/a', type: 'denominated', denomination: 'USD' }
  const side = {
    object: { ...object, status: 'active', metadata: null },
    boundaryId: 'bnd_1',
    keepsOwnBooks: false,
  }
  return {
    realmId,
    realmAsset: 'live',
    operationPath: '/op',
    type: 'transfer',
    source: side,
    target: side,
    denomination: 'USD',
    amount: 1n,
    fee: 0n,
    destinationAddress: null,
  }
}

async function refusalOf(guard: HaltGuard, realmId: string): Promise<string | null> {
  try {
    await guard.check(transferIn(realmId))
    return null
  } catch (error) {
    return (error as ServiceError).code
  }
}

test.group('custody | indexer and halts', (group) => {
  group.each.setup(async () => {
    desk = await IndexDesk.start()
    return () => desk.stop()
  })

  test('a reorganisation deeper than confirmations halts all its realms', async ({ assert }) => {
    const { halts, guard } = await serviceOn(desk)
    const [one, other] = [await desk.pool(), await desk.pool()]
    await desk.deposit(one)
    await desk.mine(CONFIRMATIONS)
    const worker = await desk.worker()
    await worker.run()
    assert.isNull(await halts.of(one.realmId))
    assert.isNull(await refusalOf(guard, other.realmId))

    await desk.reorg(CONFIRMATIONS + 1)
    assert.equal((await worker.run()).outcome, 'stopped')
    halts.forget()
    for (const { realmId } of [one, other]) {
      const halt = await halts.of(realmId)
      assert.containSubset(halt, { type: 'all_flows', source: 'service', by: 'indexer' })
      assert.match(halt!.reason, /took back final blocks/)
      assert.equal(await refusalOf(guard, realmId), 'REALM_HALTED')
    }
    // Nobody lets a realm go on while nobody knows what it holds.
    await halts.clear(one.realmId, 'admin')
    assert.equal(await refusalOf(guard, one.realmId), 'REALM_HALTED')
  })

  test('a chain that was read again by a person lets its realms go on', async ({ assert }) => {
    const { halts, guard } = await serviceOn(desk)
    const pool = await desk.pool()
    await desk.mine(CONFIRMATIONS)
    const worker = await desk.worker()
    await worker.run()
    await desk.reorg(CONFIRMATIONS + 1)
    await worker.run()
    halts.forget()
    assert.equal(await refusalOf(guard, pool.realmId), 'REALM_HALTED')
    assert.isTrue(await worker.startOver())
    halts.forget()
    assert.isNull(await refusalOf(guard, pool.realmId))
  })

  test('a pool whose events contradict each other halts its realm alone', async ({ assert }) => {
    const { halts, watch } = await serviceOn(desk)
    const [one, other] = [await desk.pool(), await desk.pool()]
    await desk.deposit(one)
    await desk.mine(CONFIRMATIONS)
    await (await desk.worker()).run()
    await desk.database.write(
      'UPDATE custody_replay SET balance = balance + 1 WHERE chain_id = ? AND pool = ?',
      [desk.chainId, one.address]
    )
    await desk.deposit(one)
    await desk.mine(CONFIRMATIONS)
    await (await desk.worker()).run()
    // A development chain may start over empty and contradict itself by that.
    await (await serviceOn(desk, true)).watch.run()
    assert.isNull(await halts.of(one.realmId))
    await watch.run()
    const halt = await halts.of(one.realmId)
    assert.containSubset(halt, { type: 'all_flows', source: 'service', by: 'indexer' })
    assert.isNull(await halts.of(other.realmId))
    // Once is enough: it stays on record as it was raised.
    await watch.run()
    assert.equal((await halts.of(one.realmId))!.id, halt!.id)
  })

  test('an answer is never older than the halts of a moment ago', async ({ assert }) => {
    const { halts, haltStore } = await serviceOn(desk)
    const realmId = randomUUID()
    assert.isNull(await halts.of(realmId))
    // As another process does it.
    const cause = { type: 'all_flows', source: 'admin', by: 'bld_1', reason: 'A test.' } as const
    await desk.database.transaction((session) => haltStore.add(session, realmId, cause))
    const halt = await eventually('the halt of another process', () => halts.of(realmId))
    assert.equal(halt.type, 'all_flows')
  })
})

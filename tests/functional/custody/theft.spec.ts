import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { newId as anyId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import type { Hex } from '#modules/custody/core/chain_types'
import { QUEUES } from '#modules/custody/core/queue_names'
import { ChainOutcomes } from '#modules/custody/services/chain_outcomes'
import type { ActiveHalt } from '#modules/custody/core/realm_halt'
import { FollowHalts } from '#modules/custody/services/follow_halts'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { WatchBalanceSheets } from '#modules/custody/services/watch_balance_sheets'
import { WatchNonces } from '#modules/custody/services/watch_nonces'
import { defaultBoundaryId } from '#modules/ledger/index'
import { TestRealm, WAIT_MS, accepted, eventually, until } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { newKey } from '../../unit/custody/support/contract_world.ts'
import { BribedSigner } from './support/bribed_signer.ts'
import { chainDesk, fund } from './support/chain_desk.ts'
import { Holder, hashOf } from './support/holder.ts'
import { Payer } from './support/payer.ts'
import { PoolHand, indexed, sheetOf } from './support/pool_hand.ts'
import { processOn } from './support/process.ts'
import { Thief } from './support/thief.ts'

const STRANGER = `0x${'de'.repeat(20)}` as const
/** Blocks: `--prune-history` of the tests' node. */
const NODE_REMEMBERS = 64
const newId = () => hashOf(randomUUID())

/** The id on the chain of an operation that the service waits for. */
async function expected({ id: realmId }: TestRealm): Promise<Hex> {
  const [outcomes, database] = [
    await app.container.make(ChainOutcomes),
    await app.container.make(Database),
  ]
  const operationId = anyId('op')
  await database.transaction((session) => outcomes.expect(session, [{ operationId, realmId }]))
  return hashOf(operationId)
}

async function fundedPool() {
  const realm = await TestRealm.open()
  const pool = await PoolHand.of(realm)
  await realm.account('/users/a', '50')
  const home = hashOf(defaultBoundaryId(realm.id))
  await indexed()
  return { realm, pool, home }
}

/** One that somebody has paid into. */
async function livePool() {
  const realm = await TestRealm.open({ asset: 'live' })
  await realm.object('/a')
  const request = { realmId: realm.id, objectPath: '/a', amount: '40.00' }
  const { poolAddress, operation } = accepted(
    await realm.client.post('/api/v1/fund-account', request)
  )
  const payer = await Payer.with('40.00')
  await payer.pay(poolAddress, '40.00')
  await realm.completed(operation.id)
  const home = hashOf(defaultBoundaryId(realm.id))
  return { realm, pool: await PoolHand.of(realm), home }
}

/** Once a look at the nonces of an account has halted the realm. */
async function haltedByNonce(realm: TestRealm, watch: WatchNonces): Promise<ActiveHalt> {
  const halts = await app.container.make(RealmHalts)
  return eventually('the halt because of a nonce', async () => {
    await watch.run()
    halts.forget()
    return halts.of(realm.id)
  })
}

/**
 * Tries until the chain shows what it brings. The service does what is ripe, too, and whoever comes after it is
 * refused whenever he tries again.
 */
async function untilDone(
  what: string,
  { attempt, isDone }: { attempt: () => Promise<unknown>; isDone: () => Promise<boolean> }
): Promise<void> {
  let refusal: unknown
  const isDoneNow = async () => {
    await attempt().catch((error: unknown) => (refusal = error))
    return isDone()
  }
  await until(what, isDoneNow).catch((error: Error) => {
    throw new Error(`${error.message}; it was refused last because of ${String(refusal)}`)
  })
}

test.group('custody | theft', () => {
  test('a thief with the operator’s key halts the realm', async ({ assert, cleanup }) => {
    const { realm, pool, home } = await fundedPool()
    const halts = await app.container.make(RealmHalts)
    const thief = new Thief(pool.chain)
    cleanup(() => thief.leave())
    // The pool keeps running, so that the thief can do the next thing.
    cleanup(await holdQueues('custody-halts'))
    const [zone, armed, vault, exit] = [newId(), newId(), newId(), newId()]
    await pool.act('registerBoundary', [armed, 0n, STRANGER])
    const scenarios: [event: string, fn: string, args: unknown[]][] = [
      ['Withdrawn', 'withdraw', [newId(), home, STRANGER, 1_000_000n]],
      ['RecoveryKeyRegistered', 'registerRecoveryKey', [armed, STRANGER]],
      ['CosignerChanged', 'setCosigner', [armed, STRANGER]],
      ['BoundaryRegistered', 'registerBoundary', [zone, 0n, STRANGER]],
      ['Credited', 'mintDeposit', [newId(), zone, 5n]],
      ['TimeLockChanged', 'setTimeLock', [zone, 60n]],
      ['RecoveryKeyProposed', 'registerRecoveryKey', [zone, STRANGER]],
      ['ExitRequested', 'requestExit', [exit, zone, STRANGER, 1n]],
      ['ExitCancelled', 'cancelExit', [exit]],
      ['AgentChanged', 'setAgent', [zone, STRANGER]],
      ['ExchangeObjectRegistered', 'registerExchangeObject', [vault, home]],
      ['VaultFunded', 'fundVault', [newId(), vault, 1n]],
      ['VaultReturned', 'returnVault', [newId(), vault, 1n]],
      ['ObligationsAttested', 'attestObligations', [home, 1n, 1n]],
      ['OperationRejected', 'voidOperations', [[newId()]]],
      ['HouseChanged', 'setHouse', [zone, true]],
      ['GuardianChanged', 'setGuardian', [STRANGER, true]],
      ['OperatorChanged', 'setOperator', [STRANGER, true]],
      ['AdminProposed', 'proposeAdmin', [STRANGER]],
      // The last one: once final, its number is a reason of its own.
      ['Settled', 'crossTransfer', [[900n, newId(), home, armed, 1n]]],
    ]
    for (const [event, fn, args] of scenarios) {
      const hash = await thief.call(pool.address, fn, args)
      const halt = await eventually(`the halt because of ${event}`, async () => {
        await indexed()
        return halts.of(realm.id)
      })
      assert.containSubset(halt, { type: 'all_flows', source: 'service', by: 'theft' })
      assert.include(halt.reason, `(${event})`)
      assert.include(halt.reason, hash)
      await halts.clear(realm.id, 'test')
    }
  })

  test('a nonce of the operator used by a thief halts live realms', async ({ assert, cleanup }) => {
    const [live, paper, elsewhere] = [await livePool(), await fundedPool(), await fundedPool()]
    // A look that began before the realm is let go on could halt it again afterwards.
    cleanup(await holdQueues(QUEUES.nonceWatch))
    const watch = await app.container.make(WatchNonces)
    await watch.run()
    // What the thief of the test before did with the same account may be seen only now.
    await (await app.container.make(RealmHalts)).clear(live.realm.id, 'test')
    // Longer than the node of the tests remembers the nonces of accounts.
    await live.pool.chain.dev!.mine(NODE_REMEMBERS + 1)
    const thief = new Thief(live.pool.chain)
    cleanup(() => thief.leave())
    const hash = await thief.call(elsewhere.pool.address, 'setAgent', [elsewhere.home, STRANGER])
    const [mined] = await live.pool.chain.gateway.transactions([hash])
    const halt = await haltedByNonce(live.realm, watch)
    assert.containSubset(halt, { type: 'all_flows', source: 'service', by: 'theft' })
    assert.include(halt.reason, `Nonce ${mined!.nonce} of ${mined!.from}`)
    assert.include(halt.reason, hash)
    const halts = await app.container.make(RealmHalts)
    assert.isNull(await halts.of(paper.realm.id))
    // Told once: whoever lets the realm go on has seen it.
    await halts.clear(live.realm.id, 'test')
    await watch.run()
    assert.isNull(await halts.of(live.realm.id))
  })

  test('a transaction that does other than was ordered halts live realms', async ({ assert }) => {
    const { realm, pool } = await livePool()
    const { gateway, plan } = pool.chain
    const allow = (amount: bigint) => gateway.encode('TestUSD', 'approve', [STRANGER, amount])
    const signer = new BribedSigner(newKey())
    const desk = await chainDesk(pool.chain.settings.rpcUrls[0]!, signer.key, {}, undefined, {
      allowed: { TestUSD: ['approve'] },
      signerOf: () => signer,
    })
    await fund(desk)
    const watch = await (await processOn(desk)).make(WatchNonces)
    const order = { to: plan.token, data: allow(1n) }
    const submit = async (purpose: string) => {
      const transaction = await desk.lane.submit({ purpose, ...order })
      await desk.lane.awaitFinal(transaction, WAIT_MS)
      return transaction
    }
    await submit('test:honest')
    await watch.run()
    assert.isNull(await (await app.container.make(RealmHalts)).of(realm.id))
    signer.instead = allow(2n)
    const { nonce, hashes } = await submit('test:dishonest')
    const { reason } = await haltedByNonce(realm, watch)
    assert.include(reason, `Nonce ${nonce} of ${desk.lane.address}`)
    assert.include(reason, hashes[0]!)
  })

  test('a thief with the admin’s key brings no realm back', async ({ assert, cleanup }) => {
    const { realm, pool } = await fundedPool()
    const halts = await app.container.make(RealmHalts)
    const follow = await app.container.make(FollowHalts)
    const stands = async () => {
      const call = { contract: 'RealmCustody', to: pool.address, fn: 'counters' } as const
      return ((await pool.chain.gateway.call(call, 'latest')) as { halted: boolean }).halted
    }
    const followed = () =>
      until('the pool to stand still', async () => {
        await follow.run()
        return stands()
      })
    await halts.raise(realm.id, { type: 'all_flows', source: 'admin', by: 'test', reason: 'r' })
    await followed()
    const thief = new Thief(pool.chain)
    cleanup(() => thief.leave())
    const hash = await thief.call(pool.address, 'resume', [])
    const halt = await eventually('the realm to be halted anew', async () => {
      await indexed()
      const found = await halts.of(realm.id)
      return found?.by === 'theft' ? found : null
    })
    assert.include(halt.reason, hash)
    await followed()
    await halts.clear(realm.id, 'test')
    await until('the pool to go on', async () => {
      await follow.run()
      return !(await stands())
    })
    await indexed()
    assert.isNull(await halts.of(realm.id))
  })

  test('what the service, holders and strangers may do halts nothing', async ({ assert }) => {
    const { realm, pool, home } = await fundedPool()
    const halts = await app.container.make(RealmHalts)
    const holder = await Holder.appear()
    const stranger = await Holder.appear()
    const zone = newId()
    const by = (who: Holder) => (fn: string, args: unknown[]) => who.call(pool.address, fn, args)
    const [asHolder, asStranger] = [by(holder), by(stranger)]
    const onChain = (fn: string, args: unknown[]) => holder.read(pool.address, fn, args)
    await holder.payIn(pool.address, defaultBoundaryId(realm.id), 100n)
    await pool.act('registerBoundary', [zone, 0n, STRANGER])
    await pool.act('registerRecoveryKey', [zone, holder.address])
    await pool.act('setCosigner', [zone, holder.address])
    // Of what it signed for an operation: whoever co-signs says so without asking.
    await asHolder('revokeCosignature', [zone, newId()])
    await asHolder('setCosigner', [zone, stranger.address])
    await asStranger('setCosigner', [zone, `0x${'0'.repeat(40)}`])
    await asHolder('lock', [zone])
    await asHolder('unlock', [zone])
    await asHolder('proposeRecoveryKey', [zone, stranger.address])
    await asStranger('acceptRecoveryKey', [zone])
    await asStranger('setTimeLock', [zone, 1n])
    await pool.act('mintDeposit', [newId(), zone, 30n])
    await pool.act('setTimeLock', [home, 1n])
    const [cancelled, vetoed, executed] = [
      await expected(realm),
      await expected(realm),
      await expected(realm),
    ]
    await pool.act('setGuardian', [stranger.address, true])
    await pool.act('requestExit', [cancelled, zone, STRANGER, 10n])
    await asStranger('cancelExit', [cancelled])
    await pool.act('requestExit', [vetoed, home, STRANGER, 10n])
    await asStranger('cancelExit', [vetoed])
    await pool.act('requestExit', [executed, zone, STRANGER, 10n])
    await untilDone('the exit to be executed once it is ripe', {
      attempt: () => asHolder('executeExit', [executed]),
      isDone: async () => {
        const { amount } = (await onChain('pendingExit', [executed])) as { amount: bigint }
        return amount === 0n
      },
    })
    await asStranger('recoveryWithdraw', [zone, stranger.address])
    await pool.act('registerRecoveryKey', [home, holder.address])
    await untilDone('the key to be accepted once it is ripe', {
      attempt: () => asStranger('acceptRecoveryKey', [home]),
      isDone: async () => {
        const { recoveryKey } = (await onChain('boundary', [home])) as { recoveryKey: string }
        return recoveryKey === holder.address
      },
    })
    // An admin that was planned: the service proposes it, and it accepts for itself.
    await pool.act('proposeAdmin', [holder.address])
    await asHolder('acceptAdmin', [])
    await indexed()
    assert.isNull(await halts.of(realm.id))
  })

  test('a withdrawal that no operation asked for halts the realm', async ({ assert, cleanup }) => {
    const { realm, pool, home } = await fundedPool()
    cleanup(await holdQueues('custody-halts'))
    const halts = await app.container.make(RealmHalts)
    const zone = newId()
    await pool.act('registerBoundary', [zone, 3_600n, STRANGER])
    await pool.act('mintDeposit', [newId(), zone, 10n])
    for (const [event, fn, from] of [
      ['Withdrawn', 'withdraw', home],
      ['ExitRequested', 'requestExit', zone],
    ] as const) {
      await pool.act(fn, [newId(), from, STRANGER, 1n])
      const halt = await eventually(`the halt because of ${event}`, async () => {
        await indexed()
        return halts.of(realm.id)
      })
      assert.equal(halt.by, 'theft')
      assert.include(halt.reason, `(${event})`)
      await halts.clear(realm.id, 'test')
    }
  })

  test('a boundary that owes more than it holds halts live realms only', async ({ assert }) => {
    const sheets = await app.container.make(WatchBalanceSheets)
    const halts = await app.container.make(RealmHalts)
    for (const asset of ['live', 'paper'] as const) {
      const { realm, pool, home } = asset === 'live' ? await livePool() : await fundedPool()
      // Signed here, and asked for by no operation.
      await pool.act('withdraw', [await expected(realm), home, STRANGER, 1n])
      await until('the sheet to show it', async () => {
        await indexed()
        const { boundaries } = await sheetOf(realm)
        return boundaries[0].solvent === false
      })
      await sheets.look(realm.id)
      const halt = await halts.of(realm.id)
      if (asset === 'paper') assert.isNull(halt)
      else {
        assert.containSubset(halt, { type: 'all_flows', by: 'balance-sheet' })
        assert.include(halt!.reason, defaultBoundaryId(realm.id))
      }
    }
  })
})

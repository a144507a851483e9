import { readFile } from 'node:fs/promises'
import logger from '@adonisjs/core/services/logger'
import { test } from '@japa/runner'
import type { Principal } from '#app/extension/principal'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import type { Address, ChainValue, Hex } from '#modules/custody/core/chain_types'
import { structOf } from '#modules/custody/core/rescue'
import { ZERO_ADDRESS } from '#modules/custody/core/zero'
import { ManualClock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { NobodyMay, type CallAsRole, type WantedCall } from '#modules/custody/services/call_as_role'
import { DoubtRescues } from '#modules/custody/services/doubt_rescues'
import { NotFinalYet } from '#modules/custody/services/nonce_lane'
import { AskRescue, type RescueCommand } from '#modules/custody/services/ask_rescue'
import { depositAddress } from '#modules/custody/services/deposit_address'
import { ProposeToAdmins } from '#modules/custody/services/propose_to_admins'
import { ReadRescues } from '#modules/custody/services/read_rescues'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { PoolStore } from '#modules/custody/storage/pool_store'
import { doubtedRescues, RescueStore } from '#modules/custody/storage/rescue_store'
import { defaultBoundaryId } from '#modules/ledger/index'
import { TestRealm, pluck, until } from '#tests/support/client'
import { endUser } from '#tests/support/principals'
import { readRows, writeRows } from '#tests/support/rows'
import { askNode, sendAs } from './support/direct_node.ts'
import { FarSigner } from './support/far_signer.ts'
import { foreignToken } from './support/foreign_token.ts'
import { LimitedPools } from './support/limited_pools.ts'
import { processOn } from './support/process.ts'
import { freshAddress } from './support/withdrawing.ts'

const ADMIN = freshAddress()
const DAY_SECONDS = 24 * 3_600
const STRAY = 7n
const NOWHERE: Hex = `0x${'0'.repeat(64)}`

test.group('custody | what came to a pool by mistake', (group) => {
  let pools: LimitedPools
  let realmId: string
  let pool: Address
  let asked: Principal
  let asset: Address

  group.setup(async () => {
    pools = await LimitedPools.start(new FarSigner(), ADMIN)
    const realm = await TestRealm.open({ asset: 'live' })
    realmId = realm.id
    pool = (await pools.paid(realmId, defaultBoundaryId(realmId))).pool
    const user = await endUser(realm)
    asked = { ...user, credential: 'builder', realmId: null, statements: null }
    const { address, minter } = await foreignToken(pools.world)
    asset = address
    await pools.world.act(minter, 'TestUSD', address, 'mint', [pool, 100n * STRAY])
    // The guardian is named.
    for (const { to, data } of await proposals()) await sendAs(node(), ADMIN, to, data)
    return () => pools.stop()
  })

  const node = () => pools.world.anvil.url
  const proposals = async () => (await pools.service.make(ProposeToAdmins)).ofRealm(realmId)
  const shown = async () => (await pools.service.make(ReadRescues)).ofRealm(realmId)
  const held = (token: Address, of: Address) =>
    pools.world.read('TestUSD', token, 'balanceOf', [of])

  async function ask(change: Partial<RescueCommand> = {}) {
    const destinationAddress = freshAddress()
    const command = { realmId, assetAddress: asset, amount: STRAY, destinationAddress, ...change }
    const service = await pools.service.make(AskRescue)
    return { destinationAddress, rescue: await service.run(asked, command) }
  }

  const byAdmin = (fn: string, args: readonly ChainValue[]) =>
    sendAs(node(), ADMIN, pool, pools.chain.gateway.encode('RealmCustody', fn, args))

  const stateOf = async (hash: Hex) => {
    const found = (await shown()).find(({ rescueHash }) => rescueHash === hash)
    return found && [found.state, found.misfit]
  }

  /** What the service does by itself. */
  async function looked() {
    await pools.indexed()
    await pools.follow()
    await pools.indexed()
  }

  test('is proposed to the admin, waits in the pool, and goes where it was asked to', async ({
    assert,
  }) => {
    const { rescue, destinationAddress } = await ask()
    const [request, ...others] = await proposals()
    assert.isEmpty(others)
    assert.containSubset(request, { admin: ADMIN, to: pool, value: '0' })
    for (const told of ['requestRescue', rescue.rescueHash, asset, destinationAddress]) {
      assert.include(request!.method, told)
    }
    await sendAs(node(), ADMIN, request!.to, request!.data)
    assert.isEmpty(await proposals(), 'seen in a block, it is not proposed again')
    await looked()
    assert.deepEqual(await stateOf(rescue.rescueHash), ['waiting', null])
    await pools.pass(DAY_SECONDS)
    const [execute] = await proposals()
    assert.equal(execute!.method, `executeRescue(${rescue.rescueHash})`)
    await sendAs(node(), ADMIN, execute!.to, execute!.data)
    await looked()
    assert.deepEqual(await stateOf(rescue.rescueHash), ['executed', null])
    assert.equal(await held(asset, destinationAddress), STRAY)
    assert.isEmpty(await proposals())
    const halts = await pools.service.make(RealmHalts)
    halts.forget()
    assert.isNull(await halts.of(realmId))
  })

  test('that nobody asked for, or for something else, a guardian cancels', async ({ assert }) => {
    const other = freshAddress()
    const changes = {
      asset: { asset: ZERO_ADDRESS },
      destination: { to: other },
      amount: { amount: STRAY + 1n },
      place: { boundaryId: pools.hashOf(defaultBoundaryId(realmId)), ref: pools.newHash() },
    } as const
    const wanted: [Hex, string][] = []
    for (const [misfit, change] of Object.entries(changes)) {
      const { rescue } = await ask()
      await byAdmin('requestRescue', [rescue.rescueHash, { ...structOf(rescue), ...change }])
      wanted.push([rescue.rescueHash, misfit])
    }
    const unasked = pools.newHash()
    const loot = { asset, ripeAt: 0n, to: other, amount: 1n, boundaryId: NOWHERE, ref: NOWHERE }
    await byAdmin('requestRescue', [unasked, loot])
    wanted.push([unasked, 'not_asked'])
    const { rescue: honest } = await ask()
    await byAdmin('requestRescue', [honest.rescueHash, structOf(honest)])
    for (const [hash, misfit] of wanted) {
      await until(`the rescue with another ${misfit} to be cancelled`, async () => {
        await looked()
        return (await stateOf(hash))?.[0] === 'cancelled'
      })
      assert.deepEqual(await stateOf(hash), ['cancelled', misfit])
    }
    assert.deepEqual(await stateOf(honest.rescueHash), ['waiting', null])
  })

  test('however many a thief asks for, halts wait for a few of them at a time', async ({
    assert,
    cleanup,
  }) => {
    const thief = freshAddress()
    const store = await pools.service.make(RescueStore)
    const waits = {
      pool: thief,
      realmId,
      state: 'waiting',
      judged: true,
      misfit: 'not_asked',
    } as const
    const nothing = { id: null, place: null, boundaryHash: null, refHash: null, askedBy: null }
    const about = { ...waits, ...nothing, asset, destination: thief, amount: 1n }
    const hashes = Array.from({ length: 40 }, () => pools.newHash()).sort()
    cleanup(async () => {
      await writeRows`DELETE FROM custody_rescues WHERE pool = ${thief}`
    })
    await (
      await pools.service.make(Database)
    ).transaction(async (session) => {
      for (const rescueHash of hashes) {
        await store.add(session, { ...about, rescueHash, ripeAt: 1, requestedBlock: 1 })
      }
    })
    let cancelled: string[] = []
    const run = async ({ args, fn }: WantedCall) => {
      cancelled.push(String(args![0]))
      throw new NotFinalYet(fn)
    }
    const doubt = new DoubtRescues(pools.chain, store, { run } as unknown as CallAsRole, logger)
    const inTurns: string[][] = []
    for (let turn = 0; turn < 4; turn++) {
      cancelled = []
      await doubt.run()
      inTurns.push(cancelled.filter((hash) => hashes.includes(hash as Hex)).sort())
    }
    const first = hashes.slice(0, 16)
    assert.deepEqual(inTurns, [first, hashes.slice(16, 32), hashes.slice(32), first])
  })

  test('that was made final before there was a list is added by hand, and not cancelled for it', async ({
    assert,
  }) => {
    const changes = await readFile('CHANGELOG.md', 'utf8')
    const statement = /^INSERT INTO custody_rescues [^;]+/m.exec(changes)![0]
    const [waits, ended] = [pools.newHash(), pools.newHash()]
    const to = freshAddress()
    for (const hash of [waits, ended]) {
      const wanted = { asset, ripeAt: 0n, to, amount: 1n, boundaryId: NOWHERE, ref: NOWHERE }
      await byAdmin('requestRescue', [hash, wanted])
    }
    await byAdmin('cancelRescue', [ended])
    await pools.indexed()
    await writeRows`DELETE FROM custody_rescues WHERE rescue_hash IN (${waits}, ${ended})`
    await writeRows(statement)
    await looked()
    const [found] = (await shown()).filter(({ rescueHash }) => rescueHash === waits)
    assert.containSubset(found, { asset, destination: to, amount: 1n, id: null, state: 'waiting' })
    assert.isNull(found!.misfit)
    assert.isUndefined(await stateOf(ended))
    assert.equal((await writeRows(statement)).affectedRows, 0, 'once')
    await byAdmin('cancelRescue', [waits])
    await looked()
    assert.deepEqual(await stateOf(waits), ['cancelled', null])
  })

  test('that no key of ours may cancel, is left alone for ten minutes, and keeps nothing awake', async ({
    assert,
    cleanup,
  }) => {
    const thief = freshAddress()
    const clock = new ManualClock(Date.now() * 1000)
    const store = await (await processOn(pools.chain, clock)).make(RescueStore)
    cleanup(async () => {
      await writeRows`DELETE FROM custody_rescues WHERE pool = ${thief}`
    })
    const waits = { realmId, state: 'waiting', judged: true, misfit: 'not_asked' } as const
    const nothing = { id: null, place: null, boundaryHash: null, refHash: null, askedBy: null }
    const about = { asset, destination: thief, amount: 1n, ripeAt: 1, requestedBlock: 1 }
    const rescue = { ...waits, ...nothing, ...about, pool: thief, rescueHash: pools.newHash() }
    const database = await pools.service.make(Database)
    await database.transaction((session) => store.add(session, rescue))
    let calls = 0
    const run = async ({ pool: of, fn }: WantedCall) => {
      if (of === thief) calls++
      throw new NobodyMay(of, fn)
    }
    const doubt = new DoubtRescues(pools.chain, store, { run } as unknown as CallAsRole, logger)
    const isDue = async () => {
      const due = doubtedRescues(pools.chain.chainId).replaceAll(':now', '?')
      const found = await readRows(`${due} AND pool = ?`, [toSqlDatetime(clock.nowMicros()), thief])
      return found.length > 0
    }
    assert.isTrue(await isDue())
    await doubt.run()
    assert.deepEqual([calls, await doubt.run(), await isDue()], [1, false, false])
    clock.advanceMs(10 * 60_000 + 1)
    assert.isTrue(await isDue())
    await doubt.run()
    assert.equal(calls, 2)
  })

  test('may lie at a deposit address, and be ether', async ({ assert }) => {
    const { address, implementation, chainId } = {
      ...(await (await pools.service.make(PoolStore)).find(realmId))!,
      chainId: pools.chain.chainId,
    }
    const [boundaryId, operationId] = [defaultBoundaryId(realmId), newId('op')]
    const place = depositAddress(pools.chain.gateway, {
      boundaryId,
      operationId,
      pool: address!,
      implementation: implementation!,
    })
    await writeRows(
      `INSERT INTO custody_intents (chain_id, operation_id, realm_id, boundary_id, pool, ref_hash, address, live,
         fast_until, looked_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, 0, NOW(6), NOW(6), NOW(6))`,
      [chainId, operationId, realmId, boundaryId, pool, pools.hashOf(operationId), place]
    )
    await askNode(node(), 'anvil_setBalance', [place, '0x9'])
    const ether = { assetAddress: undefined, fromAddress: place, amount: 9n }
    const { rescue, destinationAddress } = await ask(ether)
    await byAdmin('requestRescue', [rescue.rescueHash, structOf(rescue)])
    await looked()
    assert.deepEqual(await stateOf(rescue.rescueHash), ['waiting', null])
    await pools.pass(DAY_SECONDS)
    await byAdmin('executeRescue', [rescue.rescueHash])
    assert.equal(await pools.chain.gateway.balance(destinationAddress), 9n)
  })

  test('is refused where it is not there, is the pool’s own, or would not leave', async ({
    assert,
  }) => {
    const token = pools.chain.plan.liveToken!
    /** Forwards every call to the pool's token, as a token with a second address does. */
    const alias = freshAddress()
    const forwards = `0x363d3d373d3d363d3d73${token.slice(2)}5af13d600060003e3d6000f3`
    await askNode(node(), 'anvil_setCode', [alias, forwards])
    const cases: [change: Partial<RescueCommand>, refused: string][] = [
      [{ assetAddress: token }, 'assetAddress foreign_asset'],
      [{ assetAddress: alias }, 'assetAddress foreign_asset'],
      [{ assetAddress: freshAddress() }, 'assetAddress token'],
      [{ amount: 101n * STRAY }, 'amount available'],
      [{ fromAddress: freshAddress() }, 'fromAddress own_address'],
      [{ destinationAddress: pool }, 'destinationAddress foreign_address'],
      [{ assetAddress: undefined, amount: 1n }, 'amount available'],
    ]
    const before = pluck(await shown(), 'id')
    for (const [change, refused] of cases) {
      const said = await ask(change).then(
        () => 'taken',
        (error: unknown) => {
          if (!(error instanceof ServiceError)) throw error
          const [field] = (error.details as { fields: { field: string; rule: string }[] }).fields
          return `${field!.field} ${field!.rule}`
        }
      )
      assert.equal(said, refused)
    }
    assert.deepEqual(pluck(await shown(), 'id'), before)
    assert.isEmpty(await (await pools.service.make(RescueStore)).doubted(null, 1))
  })
})

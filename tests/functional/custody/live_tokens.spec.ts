import { randomInt } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { newId, newUuid } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import { CONTRACT_RELEASE } from '#modules/custody/chain/artifacts'
import chains from '#config/chains'
import {
  NO_LIMITS,
  chainTerms,
  type ChainTerms,
  type PoolLimits,
} from '#modules/custody/core/chain_registry'
import { limitsOf, UNCAPPED } from '#modules/custody/core/pool_limits'
import type { Address, Hex } from '#modules/custody/core/chain_types'
import { tokenWeaknesses } from '#modules/custody/preflight'
import { ChainRail } from '#modules/custody/services/chain_rail'
import { CreatePool } from '#modules/custody/services/create_pool'
import { deployContracts } from '#modules/custody/services/deploy_contracts'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { PoolStore } from '#modules/custody/storage/pool_store'
import {
  Client,
  TestRealm,
  WAIT_MS,
  accepted,
  eventually,
  type AnyData,
} from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows, writeRows } from '#tests/support/rows'
import { ContractWorld } from '../../unit/custody/support/contract_world.ts'
import { chainDesk, laneRows } from './support/chain_desk.ts'
import { foreignToken } from './support/foreign_token.ts'
import { PoolHand } from './support/pool_hand.ts'
import { processOn } from './support/process.ts'

/** Answers every call with 18. */
const EIGHTEEN: Hex = '0x601260005260206000f3'

const VALUE: ChainTerms = {
  name: 'a chain of value',
  worth: 'value',
  liveToken: null,
  symbol: null,
  confirmations: 1,
  endpoints: 1,
  highestFeeGwei: 500,
  liveLimits: NO_LIMITS,
  largeValue: null,
  finality: 'confirmations',
}

async function fundedAt(realm: TestRealm) {
  await realm.object('/wallet')
  const body = { realmId: realm.id, objectPath: '/wallet', amount: '1.00' }
  return accepted(await realm.client.post('/api/v1/fund-account', body))
}

test.group('custody | tokens of the service', () => {
  test('a deposit asked for before there is a pool leaves nothing', async ({ assert, cleanup }) => {
    const release = await holdQueues('custody-keeper', 'custody-pool')
    cleanup(release)
    const realm = await TestRealm.open({ asset: 'live' })
    await realm.object('/wallet')
    const body = { realmId: realm.id, objectPath: '/wallet', amount: '1.00' }
    const fund = () => realm.client.post('/api/v1/fund-account', body)
    const early = await fund()
    assert.deepEqual([early.status, early.error?.code], [503, 'CHAIN_UNAVAILABLE'])
    await release()
    await eventually('the pool to be there', async () =>
      (await fund()).status === 201 ? true : null
    )
    const query = { realmId: realm.id, type: 'deposit' }
    const { total } = accepted(await realm.client.get('/api/v1/operations', query))
    assert.equal(total, 1)
  })

  test('paper and live realms hold different tokens; only paper is minted', async ({ assert }) => {
    const [paper, live] = [await TestRealm.open(), await TestRealm.open({ asset: 'live' })]
    const told = accepted(await Client.anonymous().get('/dev/chain'))
    const pools = [await PoolHand.of(paper), await PoolHand.of(live)]
    const held = await Promise.all(
      pools.map(({ chain, address }) =>
        chain.gateway.call({ contract: 'RealmCustody', to: address, fn: 'token' }, 'latest')
      )
    )
    assert.deepEqual(held, [told.tokenAddress, told.liveTokenAddress])
    assert.notEqual(held[0], held[1])
    const shown = [await fundedAt(paper), await fundedAt(live)]
    assert.deepEqual(
      shown.map(({ tokenAddress }) => tokenAddress as unknown),
      held
    )
    const [row] = await readRows`SELECT token, token_symbol, token_decimals FROM custody_pools
          WHERE realm_id = ${live.id}`
    assert.containSubset(row, { token: held[1], token_symbol: 'tUSD' })
    assert.equal(Number(row!.token_decimals), 6)
    // Straight to the address of a deposit the faucet gives what its pool holds.
    const { poolAddress, operation } = shown[1] as AnyData
    const give = { address: poolAddress as string, amount: '3' }
    accepted(await Client.anonymous().post('/dev/chain/faucet', give))
    await live.completed(operation.id as string)
    const { gateway } = pools[1]!.chain
    const mint = gateway.encode('RealmCustody', 'mintDeposit', [
      gateway.idHash('any'),
      gateway.idHash('any'),
      1n,
    ])
    await assert.rejects(() =>
      pools[1]!.impersonate(pools[1]!.chain.plan.operator, pools[1]!.address, mint)
    )
  })
})

test.group('custody | the token of live realms on a chain of value', (group) => {
  let world: ContractWorld
  let third: Address

  group.setup(async () => {
    // The keeper of the test's own service would create pools that are asked for here.
    const release = await holdQueues('custody-keeper', 'custody-pool')
    world = await ContractWorld.start(randomInt(10 ** 6, 10 ** 9))
    third = (await foreignToken(world)).address
    return async () => {
      await world.anvil.kill()
      await writeRows`UPDATE custody_pools SET state = 'refused'
          WHERE chain_id = ${world.gateway.chainId} OR state = 'requested'`
      await release()
    }
  })

  async function deskWith(terms: Partial<ChainTerms>) {
    const { chainId } = world.gateway
    const change = { chainId, terms: { ...VALUE, ...terms } }
    const chain = await chainDesk(world.anvil.url, world.operator, change)
    await deployContracts(chain)
    return { chain, process: await processOn(chain) }
  }

  async function requested(paper: boolean): Promise<string> {
    return (await requestedPool(paper)).realmId
  }

  async function requestedPool(paper: boolean) {
    const pool = { realmId: newUuid(), boundaryId: newId('bnd'), paper }
    const database = await app.container.make(Database)
    const pools = await app.container.make(PoolStore)
    await database.transaction((session) => pools.request(session, pool))
    return pool
  }

  test('a token of somebody else is looked at, held and kept', async ({ assert }) => {
    const { chain, process } = await deskWith({ liveToken: third, symbol: 'tUSD' })
    const realmId = await requested(false)
    await (await process.make(CreatePool)).run(realmId, WAIT_MS)
    const pools = await process.make(PoolStore)
    const pool = (await pools.find(realmId))!
    const { gateway, plan } = chain
    assert.containSubset(pool, {
      state: 'created',
      token: third,
      implementation: plan.implementation,
      factory: plan.factory,
      contractRelease: CONTRACT_RELEASE,
      tokenSymbol: 'tUSD',
      tokenDecimals: 6,
    })
    const [code] = await gateway.codeOf([third])
    assert.equal(pool.tokenCodeHash, gateway.keccak(code!))
    assert.equal(await world.read('RealmCustody', pool.address!, 'token'), third)
    const kept = await pools.liveTokens(gateway.chainId)
    assert.deepEqual(await tokenWeaknesses(gateway, chain.settings, kept), [])
    await world.anvil.rpc('anvil_setCode', [third, `${code}fe`])
    const found = await tokenWeaknesses(gateway, chain.settings, kept)
    assert.include(found[0]!.wrong, 'tokenCodeHash was')
    await world.anvil.rpc('anvil_setCode', [third, code])
  })

  test('the default time lock of live realms is not zero, on listed chains and on others', async ({
    assert,
  }) => {
    const unlisted = chainTerms(chains, 999_999, null)
    for (const { name, liveLimits } of [...Object.values(chains), unlisted]) {
      const { safetyDelay, outflowCap } = limitsOf(false, liveLimits)
      assert.isAbove(Number(safetyDelay), 0, name)
      assert.isBelow(Number(outflowCap), Number(UNCAPPED), name)
    }
    const { process } = await deskWith({ liveToken: third, liveLimits: unlisted.liveLimits })
    const realmId = await requested(false)
    await (await process.make(CreatePool)).run(realmId, WAIT_MS)
    const { address } = (await (await process.make(PoolStore)).find(realmId))!
    const day = 24 * 3600
    assert.equal(Number(await world.read('RealmCustody', address!, 'safetyDelay')), day)
  })

  test('a pool that somebody made before, and not as planned, is not taken', async ({ assert }) => {
    const limits: PoolLimits = { safetyDelaySeconds: 60, outflowCap: '10.00' }
    const { chain, process } = await deskWith({ liveToken: third, liveLimits: limits })
    const stranger = world.addressOf(await world.fundedKey())
    const { operator, factory, token } = chain.plan
    const [createPool, pools] = [await process.make(CreatePool), await process.make(PoolStore)]
    const halts = await process.make(RealmHalts)
    for (const [what, change] of [
      ['token', { token: world.plan.token }],
      ['admin', { admin: stranger }],
      ['operatorKnown', { operator: stranger }],
      ['settlerKnown', { settler: stranger }],
      ['boundary', { boundary: 'bnd_any' }],
      ['paper', { paper: true, token }],
      ['safetyDelay', { limits: { ...limits, safetyDelaySeconds: 0 } }],
      ['outflowCap', { limits: { ...limits, outflowCap: null } }],
      [null, {}],
    ] as const) {
      const { realmId, boundaryId } = await requestedPool(false)
      const made = {
        boundary: boundaryId,
        token: third,
        admin: operator,
        operator,
        settler: operator,
        paper: false,
        limits,
      }
      const as = { ...made, ...change }
      const ids = [realmId, as.boundary].map((id) => world.gateway.idHash(id))
      const args = [
        ...ids,
        as.token,
        as.admin,
        as.operator,
        as.settler,
        as.paper,
        limitsOf(as.paper, as.limits),
      ]
      await world.act(world.operator, 'CustodyFactory', factory, 'createRealm', args)
      if (what === null) {
        await createPool.run(realmId, WAIT_MS)
        assert.equal((await pools.find(realmId))!.state, 'created')
        continue
      }
      await assert.rejects(() => createPool.run(realmId, WAIT_MS), new RegExp(`${what} is`))
      assert.equal((await pools.find(realmId))!.state, 'requested')
      const halt = await halts.of(realmId)
      assert.containSubset(halt, { type: 'all_flows', by: 'theft' })
      assert.include(halt!.reason, `${what} is`)
    }
  })

  test('a paper realm gets no pool there, and nothing of it is sent', async ({ assert }) => {
    const { chain, process } = await deskWith({ liveToken: third })
    const sent = await laneRows(chain)
    const realmId = await requested(true)
    await (await process.make(CreatePool)).run(realmId, WAIT_MS)
    assert.equal((await (await process.make(PoolStore)).find(realmId))!.state, 'refused')
    const rail = await process.make(ChainRail)
    const side = { object: {}, boundaryId: 'bnd_a', keepsOwnBooks: false }
    const other = { ...side, boundaryId: 'bnd_b' }
    for (const movement of [
      { type: 'deposit', source: null, target: side },
      { type: 'withdrawal', source: side, target: null },
      { type: 'transfer', source: side, target: other },
    ]) {
      const carries = (realmAsset: string) => rail.carries({ ...movement, realmAsset } as never)
      assert.deepEqual([carries('paper'), carries('live')], [false, true], movement.type)
    }
    assert.deepEqual(await laneRows(chain), sent)
    assert.notInclude(
      chain.plan.contracts.map(({ address }) => address),
      chain.plan.token
    )
  })

  test('what is no such token gets no pool, and stops a start', async ({ assert }) => {
    const odd = world.gateway.checksum(`0x${'0d'.repeat(20)}`)
    await world.anvil.rpc('anvil_setCode', [odd, EIGHTEEN])
    const wrong: [Partial<ChainTerms>, RegExp][] = [
      [{ liveToken: world.plan.token }, /money of paper realms|test money/],
      [{ liveToken: world.plan.standIn }, /test money/],
      [{ liveToken: third, symbol: 'USDC' }, /calls itself "tUSD"/],
      [{ liveToken: odd }, /decimals\(\) and symbol\(\)/],
    ]
    for (const [terms, reason] of wrong) {
      const { chain, process } = await deskWith(terms)
      const realmId = await requested(false)
      const createPool = await process.make(CreatePool)
      await assert.rejects(() => createPool.run(realmId, 0), reason)
      assert.equal((await (await process.make(PoolStore)).find(realmId))!.state, 'requested')
      const [found] = await tokenWeaknesses(chain.gateway, chain.settings, [])
      assert.containSubset(found, { setting: 'LIVE_TOKEN_ADDRESS', grade: 'refused' })
      assert.match(found!.wrong, reason)
    }
  })
})

import { randomInt, randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { Database } from '#app/storage/database'
import { newId } from '#app/ids/ids'
import { SigningRefused } from '#modules/custody/chain/signer'
import { accountOf } from '#modules/custody/chain/signing_account'
import type { Address, ChainValue } from '#modules/custody/core/chain_types'
import { ChooseLane } from '#modules/custody/services/choose_lane'
import { CreatePool } from '#modules/custody/services/create_pool'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import { deployContracts } from '#modules/custody/services/deploy_contracts'
import { NameRoles } from '#modules/custody/services/name_roles'
import type { NonceLane } from '#modules/custody/services/nonce_lane'
import { PoolAuthority } from '#modules/custody/services/pool_authority'
import { ProposeToAdmins } from '#modules/custody/services/propose_to_admins'
import { PoolStore } from '#modules/custody/storage/pool_store'
import { pluck, WAIT_MS } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { writeRows } from '#tests/support/rows'
import { startAnvil, type Anvil } from '../../unit/custody/support/anvil.ts'
import { newKey } from '../../unit/custody/support/contract_world.ts'
import { chainDesk } from './support/chain_desk.ts'
import { sendAs } from './support/direct_node.ts'
import { processOn, type Process } from './support/process.ts'
import { freshAddress } from './support/withdrawing.ts'

const SETTLERS = 3
const [OPERATOR, ADMIN] = [newKey(), freshAddress()]
let anvil: Anvil
let chainId: number
/** Whose settings name settlers. */
let chain: CustodyChain
let parted: Process
/** Of before, when one key did both. */
let single: Process

interface Made {
  realmId: string
  pool: Address
  /** Hash of its default boundary. */
  home: string
}

async function createPool(by: Process, paper: boolean): Promise<Made> {
  const [realmId, boundaryId] = [randomUUID(), newId('bnd')]
  const [pools, database] = [await by.make(PoolStore), await by.make(Database)]
  await database.transaction(
    async (session) => void (await pools.request(session, { realmId, boundaryId, paper }))
  )
  await (await by.make(CreatePool)).run(realmId, WAIT_MS)
  const { address } = (await pools.find(realmId))!
  return { realmId, pool: address!, home: chain.gateway.idHash(boundaryId) }
}

async function act(lane: NonceLane, to: Address, fn: string, args: ChainValue[]) {
  const data = chain.gateway.encode('RealmCustody', fn, args)
  const sent = await lane.submit({ purpose: `${fn}:${randomUUID()}`, to, data })
  return lane.awaitFinal(sent, WAIT_MS)
}

/** Name of the pool's refusal of a call; null when it would do it. */
async function refusal(from: Address, to: Address, fn: string, args: ChainValue[]) {
  const data = chain.gateway.encode('RealmCustody', fn, args)
  const told = await chain.gateway.ethCall({ from, to, data }, 'latest').catch((error: unknown) => {
    return chain.gateway.decodeRevert((error as { data: string | null }).data)
  })
  return typeof told === 'string' ? null : (told?.name ?? 'unknown')
}

const newHash = () => chain.gateway.idHash(newId('op'))

test.group('custody | settlers', (group) => {
  group.setup(async () => {
    const release = await holdQueues('custody-keeper', 'custody-pool')
    chainId = randomInt(10 ** 6, 10 ** 9)
    anvil = await startAnvil({ chainId })
    const settlers = Array.from({ length: SETTLERS }, () => accountOf(newKey()))
    chain = await chainDesk(anvil.url, OPERATOR, { chainId, settlers, admin: ADMIN })
    parted = await processOn(chain)
    single = await processOn(await chainDesk(anvil.url, OPERATOR, { chainId, admin: ADMIN }))
    for (const account of chain.accounts) await chain.dev!.fundGas(account, 10n ** 20n)
    await deployContracts(chain)
    return async () => {
      await writeRows`DELETE FROM custody_pools WHERE chain_id = ${chainId}`
      await anvil.kill()
      await release()
    }
  })

  test('a pool has both roles, and each account does its own part alone', async ({ assert }) => {
    const { pool, home } = await createPool(parted, true)
    await (await parted.make(NameRoles)).run()
    await chain.lane.advanceOpen()
    const roles = await (await parted.make(PoolAuthority)).of(pool)
    assert.deepEqual(roles.settlers, pluck(chain.settlerLanes, 'address'))
    const [operator, settler] = [chain.lane.address, chain.settlerLanes[0]!.address]
    const lanes = await parted.make(ChooseLane)
    assert.equal(
      await act(await lanes.forSettler(pool), pool, 'mintDeposit', [newHash(), home, 5n]),
      'succeeded'
    )
    const pay = [newHash(), home, freshAddress(), 2n]
    assert.equal(await refusal(settler, pool, 'withdraw', pay), 'NotOperator')
    assert.equal(await refusal(operator, pool, 'mintDeposit', [newHash(), home, 5n]), 'NotSettler')
    assert.equal(await act(await lanes.forWithdrawals(pool), pool, 'withdraw', pay), 'succeeded')
    await assert.rejects(() => act(chain.settlerLanes[0]!, pool, 'withdraw', pay))
  })

  test('the signer of a settler signs nothing that takes value out', async ({ assert }) => {
    const [lane] = chain.settlerLanes
    const { pool, home } = await createPool(parted, true)
    const data = chain.gateway.encode('RealmCustody', 'withdraw', [
      newHash(),
      home,
      lane!.address,
      1n,
    ])
    // As if the pool let it: with gas by a formula nothing is tried out before.
    const intent = { purpose: `withdraw:${randomUUID()}`, to: pool, data, gas: 200_000n }
    await assert.rejects(() => lane!.submit(intent), SigningRefused)
  })

  test('paper and live settlements have settlers of their own', async ({ assert }) => {
    const lanes = await parted.make(ChooseLane)
    const [first, ...others] = chain.settlerLanes
    const paper = await createPool(parted, true)
    assert.equal((await lanes.forSettlements(paper.pool, true)).address, first!.address)
    const live = await createPool(parted, false)
    // Until the admin has named the others, the one that it was made with does all.
    assert.equal((await lanes.forSettlements(live.pool, false)).address, first!.address)
    const proposals = await (await parted.make(ProposeToAdmins)).ofRealm(live.realmId)
    assert.deepEqual(
      pluck(proposals, 'method'),
      others.map(({ address }) => `setSettler(${address}, true)`)
    )
    for (const { to, data } of proposals) await sendAs(anvil.url, ADMIN, to, data)
    const chosen = await lanes.forSettlements(live.pool, false)
    assert.include(pluck(others, 'address'), chosen.address)
  })

  test('a pool of one key goes on by it until it is told of settlers', async ({ assert }) => {
    const { pool, home } = await createPool(single, true)
    const lanes = await parted.make(ChooseLane)
    const before = await lanes.forSettler(pool)
    assert.equal(before.address, chain.lane.address)
    assert.equal(await act(before, pool, 'mintDeposit', [newHash(), home, 5n]), 'succeeded')
    await (await parted.make(NameRoles)).run()
    await chain.lane.advanceOpen()
    const after = await (await processOn(chain)).make(ChooseLane)
    assert.equal((await after.forSettler(pool)).address, chain.settlerLanes[0]!.address)
  })
})

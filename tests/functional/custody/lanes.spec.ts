import { randomInt, randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { Database } from '#app/storage/database'
import { newId } from '#app/ids/ids'
import { accountOf } from '#modules/custody/chain/signing_account'
import type { Address } from '#modules/custody/core/chain_types'
import { CallAsRole } from '#modules/custody/services/call_as_role'
import { ChooseLane } from '#modules/custody/services/choose_lane'
import { CreatePool } from '#modules/custody/services/create_pool'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import { deployContracts } from '#modules/custody/services/deploy_contracts'
import { NameRoles } from '#modules/custody/services/name_roles'
import { NonceLaneFull } from '#modules/custody/services/nonce_lane'
import { PoolAuthority } from '#modules/custody/services/pool_authority'
import { PoolStore } from '#modules/custody/storage/pool_store'
import { OPEN_NONCES } from '#modules/custody/storage/nonce_reservations'
import { WAIT_MS } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { writeRows } from '#tests/support/rows'
import { startAnvil, type Anvil } from '../../unit/custody/support/anvil.ts'
import { newKey } from '../../unit/custody/support/contract_world.ts'
import { chainDesk } from './support/chain_desk.ts'
import { processOn, type Process } from './support/process.ts'

const KEYS = 4
const realms: string[] = []
let anvil: Anvil
let chain: CustodyChain
let process: Process

async function createPool(paper: boolean): Promise<Address> {
  const realmId = randomUUID()
  realms.push(realmId)
  const [pools, database] = [await process.make(PoolStore), await process.make(Database)]
  const asked = { realmId, boundaryId: newId('bnd'), paper }
  await database.transaction(async (session) => void (await pools.request(session, asked)))
  await (await process.make(CreatePool)).run(realmId, WAIT_MS)
  return (await pools.find(realmId))!.address!
}

/** Calls whose gas is known, so that nothing has to be mined before them. */
async function flood(count: number, urgent = false) {
  const data = chain.gateway.encode('TestUSD', 'mint', [chain.lane.address, 1n])
  for (let index = 0; index < count; index++) {
    const purpose = `flood:${randomUUID()}`
    await chain.lane.submit({ purpose, to: chain.plan.token, data, gas: 200_000n, urgent })
  }
}

test.group('custody | lanes', (group) => {
  group.setup(async () => {
    const release = await holdQueues('custody-keeper')
    // Its own: whoever looks after the pools of a chain finds only these.
    const chainId = randomInt(10 ** 6, 10 ** 9)
    anvil = await startAnvil({ chainId })
    const [operator, ...others] = Array.from({ length: KEYS }, newKey)
    chain = await chainDesk(anvil.url, operator!, {
      chainId,
      operators: [operator!, ...others].map(accountOf),
    })
    process = await processOn(chain)
    for (const account of chain.accounts) await chain.dev!.fundGas(account, 10n ** 20n)
    await deployContracts(chain)
    return async () => {
      await writeRows`DELETE FROM custody_pools WHERE realm_id IN (${realms})`
      await anvil.kill()
      await release()
    }
  })

  group.each.teardown(async () => {
    await anvil.rpc('evm_mine')
    await anvil.rpc('evm_setAutomine', [true])
    await chain.lane.advanceOpen()
  })

  test('a pool is told of all operators; until then the first does all', async ({ assert }) => {
    const [lanes, authority] = [await process.make(ChooseLane), await process.make(PoolAuthority)]
    const pool = await createPool(false)
    assert.equal((await lanes.forWithdrawals(pool)).address, chain.lane.address)
    const names = await process.make(NameRoles)
    await names.run()
    for (const lane of chain.lanes) await lane.advanceOpen()
    assert.deepEqual((await authority.of(pool)).operators, chain.accounts)
    assert.equal((await lanes.forWithdrawals(pool)).address, chain.accounts[1])
  })

  test('withdrawals, paper and live settlements have accounts of their own', async ({ assert }) => {
    const lanes = await process.make(ChooseLane)
    const paper = await createPool(true)
    const live = await Promise.all(Array.from({ length: 4 }, () => createPool(false)))
    await (await process.make(NameRoles)).run()
    await chain.lane.advanceOpen()
    assert.equal((await lanes.forSettlements(paper, true)).address, chain.accounts[0])
    for (const pool of live) {
      const { address } = await lanes.forSettlements(pool, false)
      assert.include(chain.accounts.slice(2), address)
      assert.equal((await lanes.forSettlements(pool, false)).address, address, 'always the same')
      assert.equal((await lanes.forWithdrawals(pool)).address, chain.accounts[1])
    }
  })

  test('a withdrawal is sent at once while the first account is flooded', async ({ assert }) => {
    const pool = await createPool(false)
    await (await process.make(NameRoles)).run()
    await chain.lane.advanceOpen()
    await anvil.rpc('evm_setAutomine', [false])
    await flood(OPEN_NONCES)
    const lane = await (await process.make(ChooseLane)).forWithdrawals(pool)
    const data = chain.gateway.encode('RealmCustody', 'voidOperations', [[`0x${'ab'.repeat(32)}`]])
    const sent = await lane.submit({ purpose: `withdraw:${pool}`, to: pool, data })
    await anvil.rpc('evm_mine')
    assert.equal(await lane.awaitFinal(sent, WAIT_MS), 'succeeded')
  })

  test('with one account a flood leaves room for what somebody waits for', async ({ assert }) => {
    await anvil.rpc('evm_setAutomine', [false])
    await flood(OPEN_NONCES)
    await flood(1, true)
    await assert.rejects(() => flood(1), NonceLaneFull)
  })

  test('a pool goes on by the key it knows until it is told of a new one', async ({ assert }) => {
    const pool = await createPool(true)
    const [old] = chain.settings.operators
    const operators = [accountOf(newKey()), old!]
    const rotated = await chainDesk(anvil.url, newKey(), { chainId: chain.chainId, operators })
    const after = await processOn(rotated)
    await rotated.dev!.fundGas(rotated.lane.address, 10n ** 20n)
    const [lanes, authority] = [await after.make(ChooseLane), await after.make(PoolAuthority)]
    assert.equal((await lanes.forPool(pool)).address, old!.address)
    assert.equal((await lanes.forSettlements(pool, true)).address, old!.address)
    await (await after.make(NameRoles)).run()
    for (const lane of rotated.lanes) await lane.advanceOpen()
    assert.deepEqual((await authority.of(pool)).operators, rotated.accounts)
    const settled = await (await processOn(rotated)).make(ChooseLane)
    assert.equal((await settled.forPool(pool)).address, rotated.lane.address)
    const call = await after.make(CallAsRole)
    await call.run({ purpose: `test:halt:${pool}`, pool, fn: 'halt' })
    await call.run({ purpose: `test:resume:${pool}`, pool, fn: 'resume' })
    assert.isFalse((await authority.of(pool)).halted)
  })
})

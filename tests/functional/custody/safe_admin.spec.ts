import { randomInt, randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { Database } from '#app/storage/database'
import { newId } from '#app/ids/ids'
import { accountOf } from '#modules/custody/chain/signing_account'
import type { Address, ChainValue, Hex } from '#modules/custody/core/chain_types'
import { ChainOutcomes } from '#modules/custody/services/chain_outcomes'
import { CreatePool } from '#modules/custody/services/create_pool'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import { deployContracts } from '#modules/custody/services/deploy_contracts'
import { FollowHalts } from '#modules/custody/services/follow_halts'
import { IndexPools } from '#modules/custody/services/index_pools'
import { PoolAuthority } from '#modules/custody/services/pool_authority'
import { ProposeToAdmins } from '#modules/custody/services/propose_to_admins'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { sheetMetrics } from '#modules/custody/sheet_metrics'
import { HaltStore } from '#modules/custody/storage/halt_store'
import { PoolRoleStore } from '#modules/custody/storage/pool_role_store'
import { PoolStore } from '#modules/custody/storage/pool_store'
import { OPEN_NONCES } from '#modules/custody/storage/nonce_reservations'
import { SheetStore } from '#modules/custody/storage/sheet_store'
import { pluck, WAIT_MS } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows, writeRows } from '#tests/support/rows'
import { startAnvil, type Anvil } from '../../unit/custody/support/anvil.ts'
import { newKey } from '../../unit/custody/support/contract_world.ts'
import { chainDesk, fund } from './support/chain_desk.ts'
import { sendAs } from './support/direct_node.ts'
import { processOn, type Process } from './support/process.ts'
import { Safe } from './support/safe.ts'
import { freshAddress } from './support/withdrawing.ts'

const WHOLE_POOL = `0x${'0'.repeat(64)}` as const

let anvil: Anvil
let safe: Safe
let chain: CustodyChain
let process: Process
let realmId: string
let pool: Address

async function livePool(): Promise<Address> {
  const [pools, database] = [await process.make(PoolStore), await process.make(Database)]
  await database.transaction((session) =>
    pools.request(session, { realmId, boundaryId: newId('bnd'), paper: false }).then(() => {})
  )
  await (await process.make(CreatePool)).run(realmId, WAIT_MS)
  return (await pools.find(realmId))!.address!
}

async function halt(): Promise<string> {
  const [store, database] = [await process.make(HaltStore), await process.make(Database)]
  const cause = { type: 'all_flows', source: 'service', by: 'test', reason: 'a thief' } as const
  return database.transaction(async (session) => (await store.add(session, realmId, cause)).id)
}

/** Of a boundary with a time lock: paid in, and asked for by an operation of the service. @returns its id on the chain */
async function waitingExit(boundary: Hex): Promise<Hex> {
  const { gateway, lane, plan } = chain
  const [outcomes, database] = [await process.make(ChainOutcomes), await process.make(Database)]
  const operationId = newId('op')
  await database.transaction((session) => outcomes.expect(session, [{ operationId, realmId }]))
  const exit = gateway.idHash(operationId)
  const args = [boundary, exit]
  const at = { contract: 'RealmCustody', to: pool, fn: 'depositAddress', args } as const
  const payee = (await gateway.call(at, 'latest')) as Address
  const calls: [to: Address, data: Hex][] = [
    [plan.standIn!, gateway.encode('TestUSD', 'mint', [payee, 5n])],
    [pool, gateway.encode('RealmCustody', 'sweepDeposit', args)],
    [pool, gateway.encode('RealmCustody', 'requestExit', [exit, boundary, safe.address, 5n])],
  ]
  for (const [to, data] of calls) {
    const sent = await lane.submit({ purpose: `${operationId}:${data.slice(0, 10)}`, to, data })
    await lane.awaitFinal(sent, WAIT_MS)
  }
  return exit
}

const roles = async () => (await process.make(PoolAuthority)).of(pool)
async function proposed() {
  ;(await process.make(RealmHalts)).forget()
  return (await process.make(ProposeToAdmins)).ofRealm(realmId)
}

/** What halts the realm once everything that happened is read. */
async function haltOnceRead() {
  await (await process.make(IndexPools)).run()
  const halts = await process.make(RealmHalts)
  halts.forget()
  return halts.of(realmId)
}

const follow = async () => (await process.make(FollowHalts)).run()

test.group('custody | a Safe is the admin of live pools', (group) => {
  group.setup(async () => {
    const release = await holdQueues('custody-keeper', 'custody-halts')
    // Its own: whoever looks after the pools of a chain finds only this one.
    const chainId = randomInt(10 ** 6, 10 ** 9)
    anvil = await startAnvil({ chainId })
    safe = await Safe.deploy(anvil)
    realmId = randomUUID()
    const [operator, guardian] = [newKey(), newKey()]
    chain = await chainDesk(anvil.url, operator, {
      chainId,
      admin: safe.address,
      guardians: [accountOf(guardian)],
    })
    process = await processOn(chain)
    await fund(chain)
    await chain.dev!.fundGas(chain.emergency!.address, 10n ** 20n)
    await deployContracts(chain)
    pool = await livePool()
    return async () => {
      await writeRows`DELETE FROM custody_halts WHERE realm_id = ${realmId}`
      await writeRows`DELETE FROM custody_pools WHERE realm_id = ${realmId}`
      await anvil.kill()
      await release()
    }
  })

  test('the operator that made the pool cannot administer it', async ({ assert }) => {
    const { admin, operators, guardians } = await roles()
    assert.equal(admin, safe.address)
    assert.deepEqual([operators, guardians], [[chain.lane.address], []])
    const data = chain.gateway.encode('RealmCustody', 'setGuardian', [chain.accounts[1]!, true])
    const call = { from: chain.lane.address, to: pool, data }
    await assert.rejects(() => chain.gateway.ethCall(call, 'latest'))
  })

  test('two of three owners execute a proposed guardian as it was printed', async ({ assert }) => {
    const [proposal, ...others] = await proposed()
    assert.isEmpty(others)
    assert.containSubset(proposal, {
      realmId,
      chainId: chain.chainId,
      admin: safe.address,
      to: pool,
      value: '0',
      method: `setGuardian(${chain.emergency!.address}, true)`,
    })
    const [one, two] = safe.owners
    await assert.rejects(() => safe.execute(proposal!, [one!]), /GS020|revert/)
    await safe.execute(proposal!, [one!, two!])
    assert.deepEqual((await roles()).guardians, [chain.emergency!.address])
    assert.isEmpty(await proposed())
  })

  test('a guardian halts past a stuck operator, the Safe lets it go on', async ({ assert }) => {
    await anvil.rpc('evm_setAutomine', [false])
    const mint = chain.gateway.encode('TestUSD', 'mint', [chain.lane.address, 1n])
    for (let index = 0; index < OPEN_NONCES; index++) {
      const purpose = `flood:${realmId}:${index}`
      await chain.lane.submit({ purpose, to: chain.plan.token, data: mint, gas: 200_000n })
    }
    const id = await halt()
    // It is sent at once, and waits for its block.
    await follow()
    const [sent] = await readRows`SELECT lane_address AS lane FROM custody_transactions
          WHERE purpose = ${`halt:${id}`}`
    assert.equal(sent!.lane, chain.emergency!.address)
    await anvil.rpc('evm_mine')
    await anvil.rpc('evm_setAutomine', [true])
    assert.isTrue((await roles()).halted)
    await follow()

    assert.isEmpty(await proposed(), 'nobody has let the realm go on')
    const [store, database] = [await process.make(HaltStore), await process.make(Database)]
    await database.transaction((session) => store.end(session, id, 'test'))
    await follow()
    assert.isTrue((await roles()).halted, 'the service alone does not resume it')
    const [resume] = await proposed()
    assert.equal(resume!.method, 'resume()')
    await safe.execute(resume!, safe.owners.slice(1))
    assert.isFalse((await roles()).halted)
    await follow()
    const [ended] = await readRows`SELECT on_chain AS onChain FROM custody_halts WHERE id = ${id}`
    assert.deepEqual(ended, { onChain: 'resumed' })
    assert.isEmpty(await proposed())
  })

  test('what the Safe decides about caps, houses, keys is no theft', async ({ assert }) => {
    const { gateway, lane } = chain
    const encode = (fn: string, args: ChainValue[]) => gateway.encode('RealmCustody', fn, args)
    const home = gateway.idHash((await (await process.make(PoolStore)).find(realmId))!.boundaryId)
    for (const [fn, args] of [
      ['setTimeLock', [home, 60n]],
      ['registerRecoveryKey', [home, safe.address]],
    ] as const) {
      const sent = await lane.submit({
        purpose: `${fn}:${home}`,
        to: pool,
        data: encode(fn, [...args]),
      })
      await lane.awaitFinal(sent, WAIT_MS)
    }
    const exit = await waitingExit(home)
    const owners = safe.owners.slice(1)
    await safe.execute({ to: pool, data: encode('cancelExit', [exit]) }, owners)
    await safe.execute({ to: pool, data: encode('cancelRecoveryKey', [home]) }, owners)
    for (const cap of [10n, 20n]) {
      await safe.execute({ to: pool, data: encode('setOutflowCap', [WHOLE_POOL, cap]) }, owners)
    }
    const stray = gateway.encode('TestUSD', 'mint', [pool, 3n])
    const given = await lane.submit({
      purpose: `stray:${pool}`,
      to: chain.plan.standIn!,
      data: stray,
    })
    await lane.awaitFinal(given, WAIT_MS)
    const credit = encode('creditUnattributed', [gateway.idHash(newId('op')), home, 3n])
    await safe.execute({ to: pool, data: credit }, owners)
    await safe.execute({ to: pool, data: encode('setHouse', [home, true]) }, owners)
    assert.isNull(await haltOnceRead())
    const names = ['Credited', 'ExitCancelled', 'HouseChanged', 'OutflowCapChanged']
    const told = await readRows`SELECT DISTINCT name FROM custody_events WHERE pool = ${pool}
          AND name IN (${names}) ORDER BY name`
    assert.deepEqual(pluck(told, 'name'), names)
  })

  test('a pool’s first operator is seen once the settings do not name it', async ({ assert }) => {
    const { chainId, planned } = chain
    const [next, { admin }] = [newKey(), planned]
    const guardians = chain.settings.guardians
    const later = await chainDesk(anvil.url, next, { chainId, admin: admin!, guardians })
    const proposals = await (await processOn(later)).make(ProposeToAdmins)
    const before = chain.lane.address
    await haltOnceRead()
    assert.includeMembers(pluck(await proposals.ofRealm(realmId), 'method'), [
      `setOperator(${later.lane.address}, true)`,
      `setOperator(${before}, false)`,
      `setSettler(${before}, false)`,
    ])
  })

  test('an operator not in the settings halts nothing until it acts', async ({ assert }) => {
    const { gateway } = chain
    const next = freshAddress()
    const owners = safe.owners.slice(1)
    const name = (enabled: boolean) => {
      const data = gateway.encode('RealmCustody', 'setOperator', [next, enabled])
      return safe.execute({ to: pool, data }, owners)
    }
    const unplanned = async () => {
      const [sheets, halts] = [await process.make(SheetStore), await process.make(HaltStore)]
      const given = await process.make(PoolRoleStore)
      const read = await sheetMetrics(chain, sheets, halts, given).read()
      return read.find((one) => one.name === 'custody_unplanned_roles')!.value
    }
    assert.equal(await unplanned(), 0)
    await name(true)
    assert.isNull(await haltOnceRead())
    assert.equal(await unplanned(), 1)
    const [takeBack] = await proposed()
    assert.equal(takeBack!.method, `setOperator(${next}, false)`)
    await safe.execute(takeBack!, owners)
    assert.isNull(await haltOnceRead())
    assert.deepEqual([await unplanned(), await proposed()], [0, []])
    await name(true)
    await sendAs(
      anvil.url,
      next,
      pool,
      gateway.encode('RealmCustody', 'voidOperations', [[gateway.idHash('x')]])
    )
    assert.include((await haltOnceRead())!.reason, 'OperationRejected')
  })
})

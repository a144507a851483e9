import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { createPublicClient, http, keccak256, toBytes, type Abi } from 'viem'
import { ARTIFACTS } from '#modules/custody/chain/artifacts'
import type { ChainValue } from '#modules/custody/core/chain_types'
import { ReadStatus, type CustodyStatus } from '#modules/custody/services/read_status'
import { KeepChain } from '#modules/custody/services/keep_chain'
import { WAIT_MS, eventually } from '#tests/support/client'
import { freePort } from '../../../bin/launcher/base/ports.js'
import { startAnvil } from '../../unit/custody/support/anvil.ts'
import { newKey } from '../../unit/custody/support/contract_world.ts'
import { newCaller, newRealm, type Caller } from './support/caller.ts'
import { chainDesk } from './support/chain_desk.ts'
import { chainOfApp } from './support/process.ts'
import { noChain } from './support/chain_desk.ts'
import { processOn } from './support/process.ts'

const ABI = ARTIFACTS.RealmCustody.abi as unknown as Abi
const UNCONFIGURED: CustodyStatus = {
  configured: false,
  contractAddress: null,
  chainId: null,
  totalBalance: null,
  boundaries: [],
  exchangeObjects: [],
  realmHalt: null,
}

/** The module's services over another chain, or none, in the same database. */
async function servicesOver(url: string | null) {
  const chain = url === null ? await noChain() : await chainDesk(url, newKey())
  const process = await processOn(chain)
  return { chain, process, readStatus: await process.make(ReadStatus) }
}

/** What a chain says that has answered in time: callers do not wait long for one that is slow. */
async function statusOf(client: ApiClient, caller: Caller, realmId: string) {
  return eventually('the status of a pool', async () => {
    const response = await client
      .get('/api/v1/custody/status')
      .qs({ realmId })
      .bearerToken(caller.token)
    response.assertStatus(200)
    const status = response.body() as CustodyStatus
    return status.configured ? status : null
  })
}

/** Acts on a pool as the service's operator. */
async function act(pool: string, fn: string, args: ChainValue[] = []) {
  const { lane, gateway } = await chainOfApp()
  const purpose = `test:${gateway.idHash([fn, pool, ...args].join(':'))}`
  const data = gateway.encode('RealmCustody', fn, args)
  const transaction = await lane.submit({ purpose, to: gateway.checksum(pool), data })
  return lane.awaitFinal(transaction, WAIT_MS)
}

test.group('custody | GET /api/v1/custody/status', () => {
  test('the status of a new realm is what the chain says', async ({ assert, client }) => {
    const caller = await newCaller(client)
    const realmId = await newRealm(client, caller)
    const status = await statusOf(client, caller, realmId)
    assert.properties(status, [...Object.keys(UNCONFIGURED)])
    assert.containSubset(status, { configured: true, totalBalance: '0.00' })
    assert.lengthOf(status.boundaries, 1)

    const chain = await chainOfApp()
    const viem = createPublicClient({ transport: http(chain.settings.rpcUrls[0]) })
    const address = status.contractAddress as `0x${string}`
    const read = (functionName: string, args: unknown[] = []) =>
      viem.readContract({ address, abi: ABI, functionName, args })
    assert.equal(status.chainId, await viem.getChainId())
    assert.equal(await read('realmId'), keccak256(toBytes(realmId)))
    assert.equal(await read('boundaryIdAt', [0n]), keccak256(toBytes(status.boundaries[0]!.id)))
    assert.match(status.boundaries[0]!.id, /^bnd_[0-9a-z]{26}$/)
    assert.containSubset(await read('counters'), { total: 0n, paper: true, halted: false })
    assert.deepInclude(status.boundaries[0]!, {
      realmId,
      balance: '0.00',
      status: 'active',
      lockedBy: null,
      recoveryKey: null,
      agentAddress: chain.plan.operator,
      timeLock: 0,
      pendingExit: null,
    })
  })

  test('minted deposits, boundaries and halts show as on the chain', async ({ assert, client }) => {
    const caller = await newCaller(client)
    const realmId = await newRealm(client, caller)
    const { contractAddress: pool, boundaries } = await statusOf(client, caller, realmId)
    const { gateway, plan } = await chainOfApp()
    const zone = gateway.idHash('bnd_zone')
    await act(pool!, 'mintDeposit', [
      gateway.idHash('op_1'),
      gateway.idHash(boundaries[0]!.id),
      12_500_000n,
    ])
    await act(pool!, 'registerBoundary', [zone, 3600n, plan.operator])
    await act(pool!, 'mintDeposit', [gateway.idHash('op_2'), zone, 1n])

    const status = await statusOf(client, caller, realmId)
    assert.equal(status.totalBalance, '12.500001')
    assert.deepEqual(
      status.boundaries.map(({ id, balance, timeLock }) => [id, balance, timeLock]),
      [
        [boundaries[0]!.id, '12.50', 0],
        [zone, '0.000001', 3600],
      ]
    )
    assert.isNull(status.realmHalt)
    await act(pool!, 'halt')
    const halted = await statusOf(client, caller, realmId)
    assert.equal(halted.realmHalt?.type, 'all_flows')
    assert.match(halted.realmHalt!.since, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  })

  test('the pool of a live realm cannot mint', async ({ assert, client }) => {
    const caller = await newCaller(client)
    const realmId = await newRealm(client, caller, 'live')
    const status = await statusOf(client, caller, realmId)
    const { gateway } = await chainOfApp()
    const to = gateway.checksum(status.contractAddress!)
    const counters = await gateway.call({ contract: 'RealmCustody', to, fn: 'counters' }, 'latest')
    assert.containSubset(counters, { paper: false })
  })

  test('a realm of another organization does not exist', async ({ client }) => {
    const realmId = await newRealm(client, await newCaller(client))
    const stranger = await newCaller(client)
    const response = await client
      .get('/api/v1/custody/status')
      .qs({ realmId })
      .bearerToken(stranger.token)
    response.assertStatus(404)
    response.assertBodyContains({ success: false, error: { code: 'NOT_FOUND' } })
  })

  test('a missing or ill-typed realm id is refused by name', async ({ client }) => {
    const { token } = await newCaller(client)
    for (const query of [{}, { realmId: 'nonsense' }, { realmId: ['a', 'b'] }, { realmId: '' }]) {
      const response = await client.get('/api/v1/custody/status').qs(query).bearerToken(token)
      response.assertStatus(400)
      response.assertBodyContains({
        error: { code: 'VALIDATION_ERROR', details: { fields: [{ field: 'realmId' }] } },
      })
    }
  })

  test('no credential, no answer; another method, no route', async ({ client }) => {
    const path = '/api/v1/custody/status'
    const bare = await client.get(path).qs({ realmId: '0190a5b0-0000-7000-8000-000000000000' })
    bare.assertStatus(401)
    const posted = await client.post(path).json({})
    posted.assertStatus(405)
  })
})

test.group('custody | status without its chain', () => {
  test('a node that is down is "not configured"', async ({ assert, client }) => {
    const caller = await newCaller(client)
    const realmId = await newRealm(client, caller)
    await statusOf(client, caller, realmId)
    const { readStatus, process } = await servicesOver(`http://127.0.0.1:${await freePort()}`)
    assert.deepEqual(await readStatus.run(realmId), UNCONFIGURED)
    assert.isFalse((await (await process.make(KeepChain)).run()).reachable)
  })

  test('a hanging node is "not configured" after one wait', async ({ assert, client, cleanup }) => {
    let asked = 0
    const silent = createServer(() => void asked++)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    cleanup(() => {
      silent.closeAllConnections()
      silent.close()
    })
    const realmId = await newRealm(client, await newCaller(client))
    const { port } = silent.address() as AddressInfo
    const { readStatus } = await servicesOver(`http://127.0.0.1:${port}`)
    assert.deepEqual(await readStatus.run(realmId), UNCONFIGURED)
    assert.equal(asked, 1, 'expected nothing to be asked after what was not answered')
  })

  test('a node of another chain is "not configured"', async ({ assert, client, cleanup }) => {
    const other = await startAnvil({ chainId: 99 })
    cleanup(() => other.kill())
    const realmId = await newRealm(client, await newCaller(client))
    const { readStatus, process } = await servicesOver(other.url)
    assert.deepEqual(await readStatus.run(realmId), UNCONFIGURED)
    assert.isFalse((await (await process.make(KeepChain)).run()).reachable)
  })

  test('without a chain URL custody is "not configured"', async ({ assert, client }) => {
    const realmId = await newRealm(client, await newCaller(client))
    const { readStatus, chain } = await servicesOver(null)
    assert.isFalse(chain.configured)
    assert.deepEqual(await readStatus.run(realmId), UNCONFIGURED)
  })
})

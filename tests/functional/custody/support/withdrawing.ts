import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import * as viem from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { newId } from '#app/ids/ids'
import { ARTIFACTS } from '#modules/custody/chain/artifacts'
import type { Address, ChainValue, Hex } from '#modules/custody/core/chain_types'
import { BoundaryDirectory } from '#modules/custody/services/boundary_directory'
import { IndexPools } from '#modules/custody/services/index_pools'
import { PoolStore } from '#modules/custody/storage/pool_store'
import { WAIT_MS, accepted, eventually, type Reply, type TestRealm } from '#tests/support/client'
import { registered } from './pool_hand.ts'
import { agreeingTo } from './chain_desk.ts'
import { chainOfApp } from './process.ts'

const RPC_URL = `http://${process.env.HOST}:${process.env.PORT}/dev/chain/rpc`

/** An address that nobody has used. */
export function freshAddress(): Address {
  return privateKeyToAccount(generatePrivateKey()).address
}

/** What an address has of the money of paper realms, or of that of live ones; base units. */
export async function tokensOf(
  address: string,
  asset: 'paper' | 'live' = 'paper'
): Promise<bigint> {
  const { gateway, plan } = await chainOfApp()
  const to = asset === 'paper' ? plan.token : plan.liveToken!
  const call = { contract: 'TestUSD', to, fn: 'balanceOf', args: [address] } as const
  return (await gateway.call(call, 'latest')) as bigint
}

export async function poolOf(realm: TestRealm): Promise<Address> {
  const pools = await app.container.make(PoolStore)
  return eventually('the pool', async () => {
    const pool = await pools.find(realm.id)
    return pool?.state === 'created' ? pool.address : null
  })
}

/** The boundary of a path's zone, which is declared here. */
export async function zone(realm: TestRealm, path: string): Promise<string> {
  const declared = await realm.declareZone(path)
  const data = accepted(declared) as { zone?: { boundaryId: string }; boundaryId?: string }
  const boundaryId = data.boundaryId ?? data.zone?.boundaryId
  if (!boundaryId) throw new Error(`No boundary in ${JSON.stringify(data)}`)
  return boundaryId
}

/** What the operator of the service sends to a pool, and everybody has seen. */
export async function operate(realm: TestRealm, fn: string, args: readonly ChainValue[]) {
  const chain = await agreeingTo(fn, await chainOfApp())
  const data = chain.gateway.encode('RealmCustody', fn, args)
  const to = await poolOf(realm)
  const sent = await chain.lane.submit({ purpose: `test:${newId('job')}`, to, data })
  await chain.lane.awaitFinal(sent, WAIT_MS)
  await readEvents()
}

/** Reads what the chain has; another worker may be at it. */
export async function readEvents() {
  const indexPools = await app.container.make(IndexPools)
  while ((await indexPools.run()).outcome === 'busy') continue
  ;(await app.container.make(BoundaryDirectory)).forget()
}

/** Lets time pass on the chain, for every pool on it. */
export async function warp(seconds: number) {
  const chain = await chainOfApp()
  await chain.provider.request('evm_increaseTime', [`0x${seconds.toString(16)}`])
  await chain.provider.request('anvil_mine', ['0x1'])
}

/** A person with a key of their own and a public library. */
export class Wallet {
  readonly account = privateKeyToAccount(generatePrivateKey())

  get address(): Address {
    return this.account.address
  }

  /** Registers the wallet's key as the boundary's recovery key. */
  async hold(realm: TestRealm, boundaryId: string) {
    const chain = await chainOfApp()
    await registered(realm.id, boundaryId)
    await operate(realm, 'registerRecoveryKey', [chain.gateway.idHash(boundaryId), this.address])
  }

  sign(typedData: object): Promise<Hex> {
    return this.account.signTypedData(typedData as viem.TypedDataDefinition)
  }

  /** Calls a pool with the wallet's own key, and everybody has seen it. */
  async call(realm: TestRealm, functionName: string, args: readonly unknown[]): Promise<Hex> {
    const hash = await this.callUnread(realm, functionName, args)
    await readEvents()
    return hash
  }

  /** Through the service's public way to the node; it is in a block, and perhaps nobody has read that. */
  async callUnread(realm: TestRealm, functionName: string, args: readonly unknown[]): Promise<Hex> {
    const chain = await chainOfApp()
    await chain.dev!.fundGas(this.address, 10n ** 18n)
    const where = viem.defineChain({
      id: chain.settings.chainId,
      name: 'local',
      nativeCurrency: { name: 'Gas', symbol: 'GAS', decimals: 18 },
      rpcUrls: { default: { http: [RPC_URL] } },
    })
    const transport = viem.http(RPC_URL)
    const client = viem
      .createWalletClient({ account: this.account, chain: where, transport })
      .extend(viem.publicActions)
    const { abi } = ARTIFACTS.RealmCustody
    const address = await poolOf(realm)
    const hash = await client.writeContract({ address, abi: abi as viem.Abi, functionName, args })
    await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    return hash
  }
}

/** A withdrawal request; every call has a path of its own. */
export function withdrawalOf(realm: TestRealm, more: Record<string, unknown> = {}) {
  return {
    realmId: realm.id,
    path: `/op/test/${randomUUID()}`,
    objectPath: '/a',
    amount: '10.00',
    destinationAddress: freshAddress() as string,
    ...more,
  }
}

/** An answer of a custody endpoint, which has no envelope. */
export function bare<Body>({ status, body }: Reply<unknown>): Body {
  if (status < 300) return body as Body
  throw new Error(`Unexpected answer ${status}: ${JSON.stringify(body)}`)
}

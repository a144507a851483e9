import {
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  keccak256,
  toBytes,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { ARTIFACTS } from '#modules/custody/chain/artifacts'
import { Client, accepted, eventually, until, type TestRealm } from '#tests/support/client'
import { registered } from './pool_hand.ts'

const ABI = ARTIFACTS.RealmCustody.abi as unknown as Abi
const TOKEN_ABI = ARTIFACTS.TestUSD.abi as unknown as Abi

/** The id of a boundary or operation on the chain. */
export const hashOf = (id: string): Hex => keccak256(toBytes(id))

/**
 * A person with a recovery key, a public library and the public address of a node: nothing of the
 * service's own code signs or sends for them.
 */
export class Holder {
  readonly account = privateKeyToAccount(generatePrivateKey())

  private constructor(
    private rpcUrl: string,
    private chainId: number,
    readonly token: Address
  ) {}

  /** With some gas money. */
  static async appear(): Promise<Holder> {
    const guest = Client.anonymous()
    const { rpcUrl, chainId, tokenAddress } = accepted(await guest.get('/dev/chain'))
    const local = `http://${process.env.HOST}:${process.env.PORT}${new URL(rpcUrl).pathname}`
    const holder = new Holder(local, chainId, tokenAddress)
    // The contracts of a fresh installation appear a moment after its start.
    const gift = { address: holder.address, amount: '1' }
    // What an answer came too late for is not given twice.
    const once = { 'idempotency-key': holder.address }
    await until('gas money', async () => {
      return (await guest.send('POST', '/dev/chain/faucet', gift, once)).status === 201
    })
    return holder
  }

  get address(): Address {
    return this.account.address
  }

  lock(pool: Address, boundaryId: string): Promise<Hex> {
    return this.call(pool, 'lock', [hashOf(boundaryId)])
  }

  unlock(pool: Address, boundaryId: string): Promise<Hex> {
    return this.call(pool, 'unlock', [hashOf(boundaryId)])
  }

  takeAll(pool: Address, boundaryId: string, to: Address = this.address): Promise<Hex> {
    return this.call(pool, 'recoveryWithdraw', [hashOf(boundaryId), to])
  }

  /** @returns the hash of the transaction, once it is in a block */
  async call(to: Address, functionName: string, args: unknown[]): Promise<Hex> {
    const hash = await this.send(to, functionName, args)
    const receipt = await this.#public().waitForTransactionReceipt({ hash, pollingInterval: 20 })
    if (receipt.status !== 'success') throw new Error(`${functionName} was reverted`)
    return hash
  }

  /** Hands the transaction to the node, and does not wait. */
  async send(to: Address, functionName: string, args: unknown[]): Promise<Hex> {
    const wallet = createWalletClient({ account: this.account, ...this.#node() })
    const abi = to === this.token ? TOKEN_ABI : ABI
    return wallet.writeContract({ address: to, abi, functionName, args })
  }

  /** Pays own money into a boundary, as anybody may. */
  async payIn(pool: Address, boundaryId: string, amount: bigint): Promise<void> {
    await this.call(this.token, 'approve', [pool, amount])
    await this.call(pool, 'deposit', [hashOf(boundaryId), amount, hashOf(String(amount))])
  }

  async tokensOf(address: Address): Promise<bigint> {
    const call = { address: this.token, abi: TOKEN_ABI, functionName: 'balanceOf' } as const
    return (await this.#public().readContract({ ...call, args: [address] })) as bigint
  }

  async read(pool: Address, functionName: string, args: unknown[]): Promise<unknown> {
    return this.#public().readContract({ address: pool, abi: ABI, functionName, args })
  }

  #public() {
    return createPublicClient(this.#node())
  }

  #node() {
    const chain = defineChain({
      id: this.chainId,
      name: 'local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [this.rpcUrl] } },
    })
    return { chain, transport: http(this.rpcUrl) }
  }
}

/** A zone of a realm, with the boundary it has on the chain. */
export async function zoneOf(realm: TestRealm, path: string): Promise<string> {
  const body = { realmId: realm.id, path }
  const { boundaryId } = accepted(await realm.client.post('/api/v1/isolation-zones', body))
  await registered(realm.id, boundaryId as string)
  return boundaryId as string
}

export async function poolOf(realm: TestRealm): Promise<Address> {
  return eventually('the pool of a realm', async () => {
    const status = await realm.get('/custody/status')
    return (status.body as { contractAddress: Address | null }).contractAddress
  })
}

export interface ShownBoundary {
  id: string
  status: string
  balance: string
  lockedBy: string | null
  recoveryKey: string | null
  timeLock: number
}

export async function boundaryOf(realm: TestRealm, boundaryId: string): Promise<ShownBoundary> {
  const address = `/api/v1/custody/boundaries/${boundaryId}`
  return (await realm.client.get(address, { realmId: realm.id })).body as ShownBoundary
}

/** Registers the holder's key through the service. */
export async function giveKey(realm: TestRealm, boundaryId: string, holder: Holder) {
  // The default boundary has no zone that was waited for.
  await registered(realm.id, boundaryId)
  return realm.post('/custody/recovery-key', { boundaryId, walletAddress: holder.address })
}

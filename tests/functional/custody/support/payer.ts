import app from '@adonisjs/core/services/app'
import { createPublicClient, createWalletClient, defineChain, erc20Abi, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { parseUsd } from '#app/money/usd'
import { defaultBoundaryId } from '#modules/ledger/index'
import { RegisterBoundary } from '#modules/custody/services/register_boundary'
import { OwnAddressStore } from '#modules/custody/storage/own_address_store'
import { TokenOfPool } from '#modules/custody/services/token_of_pool'
import { Client, accepted, type TestRealm } from '#tests/support/client'
import { chainOfApp } from './process.ts'

type Hex = `0x${string}`

/** Somebody with a wallet and a public library, who knows nothing of the service but its addresses. */
export class Payer {
  private constructor(
    readonly address: Hex,
    private token: Hex,
    private wallet: ReturnType<typeof walletOf>,
    private node: ReturnType<typeof nodeOf>
  ) {}

  /** With gas money and this much test USD, of what paper realms hold and of what live ones do. */
  static async with(amount: string): Promise<Payer> {
    const guest = Client.anonymous()
    const { rpcUrl, chainId, tokenAddress } = accepted(await guest.get('/dev/chain'))
    const account = privateKeyToAccount(generatePrivateKey())
    accepted(await guest.post('/dev/chain/faucet', { address: account.address, amount }))
    const chain = chainOf(chainId as number, rpcUrl as string)
    return new Payer(account.address, tokenAddress as Hex, walletOf(account, chain), nodeOf(chain))
  }

  /** Sends test USD, of the kind that the address takes, and waits until that is mined. */
  async pay(to: string, amount: string): Promise<Hex> {
    const args = [to as Hex, parseUsd(amount)] as const
    const call = {
      address: await this.#tokenOf(to),
      abi: erc20Abi,
      functionName: 'transfer',
      args,
    } as const
    return this.#mined(await this.wallet.writeContract(call))
  }

  /** Any transaction to a contract. */
  async send(to: string, data: Hex): Promise<Hex> {
    return this.#mined(await this.wallet.sendTransaction({ to: to as Hex, data }))
  }

  /** What an address holds, in base units. */
  async held(address: string): Promise<bigint> {
    const args = [address as Hex] as const
    return this.node.readContract({
      address: await this.#tokenOf(address),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args,
    })
  }

  async #tokenOf(address: string): Promise<Hex> {
    const pool = await (await app.container.make(OwnAddressStore)).poolOf(address as Hex)
    if (!pool) return this.token
    return (await (await app.container.make(TokenOfPool)).of([pool])).get(pool)!
  }

  async #mined(hash: Hex): Promise<Hex> {
    const { status } = await this.node.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    if (status !== 'success') throw new Error(`The transaction ${hash} reverted`)
    return hash
  }
}

function chainOf(id: number, rpcUrl: string) {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  return defineChain({
    id,
    name: 'Local',
    nativeCurrency,
    rpcUrls: { default: { http: [rpcUrl] } },
  })
}

type Chain = ReturnType<typeof chainOf>

function walletOf(account: ReturnType<typeof privateKeyToAccount>, chain: Chain) {
  return createWalletClient({ account, chain, transport: http() })
}

function nodeOf(chain: Chain) {
  return createPublicClient({ chain, transport: http() })
}

/** Anybody may bring the money of an address to the pool; here of a deposit into the default boundary. */
export async function sweep(realm: TestRealm, stranger: Payer, operationId: string) {
  const chain = await chainOfApp()
  const registration = await app.container.make(RegisterBoundary)
  const { gateway } = chain
  const pool = await registration.poolOf(realm.id)
  const ids = [gateway.idHash(defaultBoundaryId(realm.id)), gateway.idHash(operationId)]
  await stranger.send(pool, gateway.encode('RealmCustody', 'sweepDeposit', ids))
}

import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import type { Atoms } from '#app/money/usd'
import { OwnAddressStore } from '../storage/own_address_store.ts'
import type { Address } from '../core/chain_types.ts'
import { TokenOfPool } from './token_of_pool.ts'
import { CustodyChain } from './custody_chain.ts'

/** A busy machine takes its time for two blocks, and a person who tries things out would only ask again. */
const FINAL_WITHIN_MS = 30_000
/** Enough for some thousand transactions of a person trying things out. */
const GAS_MONEY_WEI = 10n ** 18n

/**
 * Test USD and gas money for an address on the local chain. An address of a pool gets the money of that
 * pool; whoever else asks gets as much of what paper realms hold and of what live ones do.
 */
@singleton()
export class GiveTestMoney {
  constructor(
    private chain: CustodyChain,
    private addresses: OwnAddressStore,
    private tokens: TokenOfPool
  ) {}

  /**
   * @param name of the request; one that comes again is shown what it was given before
   * @returns the hash of a transaction that minted
   * @throws ChainUnreachable, NothingToCall, CallRefused, NotFinalYet
   */
  async run(to: string, amount: Atoms, name: string = newId('job')): Promise<{ txHash: string }> {
    const { gateway, lane, dev } = this.chain
    const address = gateway.checksum(to)
    await dev?.fundGas(address, GAS_MONEY_WEI)
    const data = gateway.encode('TestUSD', 'mint', [address, amount])
    const given = await Promise.all(
      (await this.#tokensFor(address)).map((token) =>
        lane.submit({ purpose: `faucet:${token}:${name}`, to: token, data })
      )
    )
    for (const transaction of given) await lane.awaitFinal(transaction, FINAL_WITHIN_MS)
    const [txHash] = await this.chain.transactions.hashesOf(given[0]!.id)
    return { txHash: txHash! }
  }

  /** A live token of somebody else is not ours to give. */
  async #tokensFor(address: Address): Promise<Address[]> {
    const { token, standIn } = this.chain.plan
    const ours = standIn ? [token, standIn] : [token]
    const pool = await this.addresses.poolOf(address)
    if (!pool) return ours
    const held = (await this.tokens.of([pool])).get(pool)!
    return ours.includes(held) ? [held] : [token]
  }
}

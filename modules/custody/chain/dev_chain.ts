import { RpcError } from './errors.ts'
import type { HttpProvider } from './http_provider.ts'
import type { Address, Hex } from '../core/chain_types.ts'

/** What anvil keeps because something before it is missing, by sender and nonce. */
interface PoolSummary {
  queued?: Record<string, Record<string, unknown>>
}

/**
 * Calls that only a local anvil node understands. Nothing else in the service makes one, and nothing
 * here works on a real chain.
 */
export class DevChain {
  constructor(private provider: HttpProvider) {}

  /** Whether the node is an anvil at all; false also for a node that hides its version. */
  async isPresent(): Promise<boolean> {
    try {
      const version = await this.provider.request('web3_clientVersion')
      return typeof version === 'string' && version.toLowerCase().startsWith('anvil')
    } catch (error) {
      if (error instanceof RpcError) return false
      throw error
    }
  }

  /** Empty blocks on top of the head: confirmations, which nobody else produces here. */
  async mine(blocks: number): Promise<void> {
    if (blocks > 0) await this.provider.request('anvil_mine', [hex(BigInt(blocks))])
  }

  /** Puts code where there is none: contracts a fresh local chain is expected to carry. */
  async provideCode(address: Address, code: Hex): Promise<void> {
    const present = await this.provider.request('eth_getCode', [address, 'latest'])
    if (present === '0x') await this.provider.request('anvil_setCode', [address, code])
  }

  /** Raises the account to `wei` of gas money when it has less. */
  async fundGas(address: Address, wei: bigint): Promise<void> {
    const balance = BigInt(
      (await this.provider.request('eth_getBalance', [address, 'latest'])) as string
    )
    if (balance < wei) await this.provider.request('anvil_setBalance', [address, hex(wei)])
  }

  /**
   * Has anvil forget what waits of an account whose next transaction waits too: for the one before it, which is mined.
   * A block that is made by call beside its own may leave that behind (foundry-rs/foundry#10122). It would wait for
   * ever, because the same bytes are refused as known.
   *
   * @param next the account's nonce as mined
   */
  async freeNext(address: Address, next: number): Promise<void> {
    const { queued = {} } = (await this.provider.request('txpool_inspect')) as PoolSummary
    if (!queued[address.toLowerCase()]?.[next]) return
    await this.provider.request('anvil_removePoolTransactions', [address])
  }
}

function hex(value: bigint): string {
  return `0x${value.toString(16)}`
}

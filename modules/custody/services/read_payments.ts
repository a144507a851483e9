import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { CUSTODY_LIMITS } from '../limits.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import { CustodyChain } from './custody_chain.ts'
import { TokenOfPool } from './token_of_pool.ts'

export interface Payment {
  /** Base units. */
  total: bigint
  /** The block whose payment made the sum large enough; null until then. */
  enoughIn: number | null
}

/** Payments to addresses that were seen in blocks. */
export type Payments = Map<Address, Payment>

/** An address that belongs to a deposit. */
export interface PaidAddress {
  pool: Address
  address: Address
}

export const NO_PAYMENT: Payment = { total: 0n, enoughIn: null }

const LEAST = BigInt(CUSTODY_LIMITS.depositLeastMicros)
const MICROS_PER_SECOND = 1_000_000
const TRANSFER = 'Transfer(address,address,uint256)'

/** What was paid to addresses, and when, by the blocks that hold it. */
@singleton()
export class ReadPayments {
  constructor(
    private chain: CustodyChain,
    private tokens: TokenOfPool
  ) {}

  /**
   * Adds what the blocks hold to `payments`.
   *
   * @returns those that were paid there
   */
  async into<Wanted extends PaidAddress>(
    payments: Payments,
    wanted: readonly Wanted[],
    { from, to: last }: { from: number; to: number }
  ): Promise<Wanted[]> {
    const { gateway } = this.chain
    const tokens = await this.tokens.of(wanted.map(({ pool }) => pool))
    const topics = wanted.map(({ address }): Hex => `0x${address.slice(2).padStart(64, '0')}`)
    const logs = await gateway.logs({
      addresses: [...new Set(tokens.values())],
      topics: [gateway.idHash(TRANSFER), null, topics.map((topic) => topic.toLowerCase() as Hex)],
      from,
      to: last,
    })
    const paid = new Set<Address>()
    for (const { args, blockNumber } of gateway.decodeLogs(logs)) {
      const to = args.to as Address
      paid.add(to)
      const { total, enoughIn } = payments.get(to) ?? NO_PAYMENT
      const sum = total + (args.value as bigint)
      payments.set(to, { total: sum, enoughIn: enoughIn ?? (sum >= LEAST ? blockNumber : null) })
    }
    return wanted.filter(({ address }) => paid.has(address))
  }

  /**
   * The block that made the payment to an address enough, as far back as one question reaches.
   *
   * @returns null when none of those blocks did
   */
  async blockOf(wanted: PaidAddress, last: number): Promise<number | null> {
    const found: Payments = new Map()
    const from = Math.max(0, last - CUSTODY_LIMITS.depositLogRange)
    await this.into(found, [wanted], { from, to: last })
    return found.get(wanted.address)?.enoughIn ?? null
  }

  /** @returns null for a block that the node does not have (any more) */
  async timeOf(block: number): Promise<Micros | null> {
    const header = await this.chain.gateway.header(block)
    return header && header.timestamp * MICROS_PER_SECOND
  }
}

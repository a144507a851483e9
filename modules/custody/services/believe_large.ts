import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { ChainUnreachable, NodesDisagree } from '../chain/errors.ts'
import type { Hex } from '../core/chain_types.ts'
import type { LargeValue } from '../core/chain_registry.ts'
import { isIn, isLarge } from '../core/large_value.ts'
import { poolEventOf, type PoolEvent } from '../core/pool_event.ts'
import { SettlementStore } from '../storage/settlement_store.ts'
import { CustodyChain } from './custody_chain.ts'

/** Transactions that are asked for before what is believed is stored: the lease of a reader must not run out. */
const ASKED_AT_ONCE = 10
/** How long nothing more is asked once a node did not answer: each question would wait for it again. */
const AWAY_MS = 2_000

/** How many of some events may become final, and what the next one waits for. */
export interface Believed {
  count: number
  /** `doubted`: it is old enough, and not every node has said the same of it. `unasked`: those before it come first. */
  waits: null | 'young' | 'doubted' | 'unasked'
}

/**
 * Keeps large value from being believed because enough nodes say so: its event has to be older, and every node
 * has to show it in its transaction. What comes after it in the same pool waits with it, because a pool's events
 * count in their order.
 */
@singleton()
export class BelieveLarge {
  /** The transaction that was told of, by pool: one that waits is told of once. */
  #told = new Map<string, Hex>()
  #awayUntil = 0

  constructor(
    private chain: CustodyChain,
    private database: Database,
    private settlements: SettlementStore,
    private log: Logger
  ) {}

  /** Whether anything counts as large on this chain. */
  get isAsked(): boolean {
    return this.chain.settings.terms.largeValue !== null
  }

  /**
   * @param events of one pool, in their order, final by the ordinary rule
   * @param head the newest block that is read
   */
  async run(realmId: string, events: readonly PoolEvent[], head: number): Promise<Believed> {
    const rule = this.chain.settings.terms.largeValue
    const all: Believed = { count: events.length, waits: null }
    if (!rule) return all
    const sure = new Set<Hex>()
    for (const index of await this.#large(realmId, events, rule)) {
      const event = events[index]!
      if (event.blockNumber > head - rule.confirmations + 1) return { count: index, waits: 'young' }
      if (sure.has(event.transactionHash)) continue
      if (sure.size === ASKED_AT_ONCE) return { count: index, waits: 'unasked' }
      const same = events.filter(({ transactionHash: hash }) => hash === event.transactionHash)
      if (!(await this.#allShow(same))) return { count: index, waits: 'doubted' }
      sure.add(event.transactionHash)
    }
    return all
  }

  /** The places of large ones. */
  async #large(realmId: string, events: readonly PoolEvent[], rule: LargeValue): Promise<number[]> {
    const numbers = events
      .filter(({ name }) => name === 'SettlementRejected')
      .map(({ args }) => Number(args.opSeq))
    const known = await this.settlements.numbered(this.database, realmId, numbers)
    const amountOf = ({ name, args }: PoolEvent) =>
      name === 'SettlementRejected' ? (known.get(Number(args.opSeq))?.amount ?? null) : null
    return events.flatMap((event, index) => (isLarge(event, rule, amountOf(event)) ? [index] : []))
  }

  /** Of one transaction. */
  async #allShow(events: readonly PoolEvent[]): Promise<boolean> {
    if (performance.now() < this.#awayUntil) return false
    const { pool, transactionHash, seq } = events[0]!
    const { gateway } = this.chain
    let reason = 'the transaction does not show it'
    try {
      const receipt = await gateway.receipt(transactionHash, { byAll: true })
      // Anybody sweeps deposits, in a transaction of theirs: what other contracts log there may be no event at all.
      const own = (receipt?.logs ?? []).filter(({ address }) => address === pool)
      const logged = gateway.decodeLogs(own).flatMap(poolEventOf)
      if (receipt?.succeeded && events.every((event) => isIn(event, logged))) {
        this.#told.delete(pool)
        return true
      }
    } catch (error) {
      if (!(error instanceof ChainUnreachable)) throw error
      if (!(error instanceof NodesDisagree)) this.#awayUntil = performance.now() + AWAY_MS
      reason = error.message
    }
    if (this.#told.get(pool) !== transactionHash) {
      this.#told.set(pool, transactionHash)
      const about = { pool, seq, transactionHash, reason }
      this.log.error(about, 'large value waits until every node says the same of it')
    }
    return false
  }
}

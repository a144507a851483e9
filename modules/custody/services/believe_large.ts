import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { ChainUnreachable, NodesDisagree } from '../chain/errors.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import { isIn, isLarge, valueOf } from '../core/large_value.ts'
import { poolEventOf, type PoolEvent } from '../core/pool_event.ts'
import { SmallValueStore } from '../storage/small_value_store.ts'
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
  /** What those that may become final credit and end without every node having been asked, in base units. */
  unasked: bigint
}

/**
 * Keeps large value from being believed because enough nodes say so: its event has to be older, and every node
 * has to show it in its transaction. So has each that is large with the smaller ones before it. What comes after it
 * in the same pool waits with it, because a pool's events count in their order.
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
    private small: SmallValueStore,
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
  async run(
    { realmId, pool }: { realmId: string; pool: Address },
    events: readonly PoolEvent[],
    head: number
  ): Promise<Believed> {
    const rule = this.chain.settings.terms.largeValue
    if (!rule || events.length === 0) return { count: events.length, waits: null, unasked: 0n }
    const [values, before] = await Promise.all([
      this.#values(realmId, events),
      this.small.sum(pool, rule.windowSeconds),
    ])
    const sure = new Set<Hex>()
    let unasked = 0n
    for (const [count, event] of events.entries()) {
      const { blockNumber, transactionHash } = event
      if (sure.has(transactionHash)) continue
      const value = values[count]!
      if (!isLarge(value, before + unasked, rule)) {
        unasked += value!
        continue
      }
      if (blockNumber > head - rule.confirmations + 1) return { count, waits: 'young', unasked }
      if (sure.size === ASKED_AT_ONCE) return { count, waits: 'unasked', unasked }
      const same = events.filter(({ transactionHash: hash }) => hash === transactionHash)
      if (!(await this.#allShow(same))) return { count, waits: 'doubted', unasked }
      sure.add(transactionHash)
    }
    return { count: events.length, waits: null, unasked }
  }

  /** In the transaction that makes final what was believed. */
  async note(session: SqlSession, pool: Address, { unasked }: Believed): Promise<void> {
    const rule = this.chain.settings.terms.largeValue
    if (rule && unasked > 0n) await this.small.add(session, pool, unasked, rule.windowSeconds)
  }

  /** What each credits or ends. */
  async #values(realmId: string, events: readonly PoolEvent[]): Promise<(bigint | null)[]> {
    const numbers = events
      .filter(({ name }) => name === 'SettlementRejected')
      .map(({ args }) => Number(args.opSeq))
    const known = await this.settlements.numbered(this.database, realmId, numbers)
    const givenBack = ({ name, args }: PoolEvent) =>
      name === 'SettlementRejected' ? (known.get(Number(args.opSeq))?.amount ?? null) : null
    return events.map((event) => valueOf(event, givenBack(event)))
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

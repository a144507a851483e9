import type { Address, Header, Hex } from './chain_types.ts'
import { sameContent, type PoolEvent } from './pool_event.ts'

/** What a node answered about one range of blocks, nothing of it believed yet. */
export interface PageReading {
  from: number
  to: number
  /** By block number: at least every block that has a log. */
  headers: ReadonlyMap<number, Header>
  /** Where every log of the range stands, decodable or not. */
  places: readonly { address: Address; blockNumber: number; blockHash: Hex }[]
  events: readonly PoolEvent[]
  /** `lastSeq()` of each pool at block `to`; null when not asked, a pool missing when it did not answer. */
  lastSeqs: ReadonlyMap<Address, number> | null
  /** The last block of the page as it is once all the rest was read. */
  endHash: Hex | null
}

/** Where the reader stands with one pool: everything up to `lastSeq` is stored. */
export interface PoolPosition {
  pool: Address
  lastSeq: number
}

export type Discard = 'moved' | 'broken_chain' | 'foreign_block' | 'out_of_range' | 'contradiction'

export type PoolVerdict =
  /** `verified`: the pool itself says that nothing follows the last of them. */
  | { kind: 'advance'; events: PoolEvent[]; verified: boolean }
  /** The node keeps events from us; `known` is the newest one that is sure. */
  | { kind: 'gap'; known: number; reason: string }

export type PageVerdict =
  { kind: 'discard'; reason: Discard } | { kind: 'usable'; pools: Map<Address, PoolVerdict> }

export type JudgePage = (
  reading: PageReading,
  positions: readonly PoolPosition[],
  known: ReadonlyMap<number, Hex>
) => PageVerdict

/**
 * Decides what of a page may be stored. A page whose logs do not belong to the blocks just read is
 * worth nothing; a pool whose numbers do not continue is held back, alone.
 *
 * @param known hashes of blocks read before: the page must show the same and connect to them
 */
export const judgePage: JudgePage = (reading, positions, known) => {
  const reason = unusable(reading, positions, known)
  if (reason) return { kind: 'discard', reason }
  const byPool = Map.groupBy(reading.events, (event) => event.pool)
  const pools = new Map<Address, PoolVerdict>()
  for (const { pool, lastSeq } of positions) {
    const events = inOrder(byPool.get(pool) ?? [], lastSeq)
    if (!events) return { kind: 'discard', reason: 'contradiction' }
    pools.set(pool, judgePool(events, lastSeq, reading.lastSeqs?.get(pool) ?? null))
  }
  return { kind: 'usable', pools }
}

function judgePool(events: PoolEvent[], lastSeq: number, told: number | null): PoolVerdict {
  let expected = lastSeq + 1
  for (const { seq } of events) {
    if (seq !== expected) {
      return {
        kind: 'gap',
        known: expected - 1,
        reason: `event ${expected} is missing before ${seq}`,
      }
    }
    expected++
  }
  const newest = expected - 1
  if (told !== null && told !== newest) {
    const reason = `the pool has emitted ${told} events, the node shows ${newest}`
    return { kind: 'gap', known: newest, reason }
  }
  // Every pool has emitted something: one that answers 0 is not there yet, for this node.
  return { kind: 'advance', events, verified: told !== null && told > 0 }
}

/**
 * What is new, by number, each once: nodes may shuffle and repeat.
 *
 * @returns null when two different events claim the same number
 */
function inOrder(events: readonly PoolEvent[], lastSeq: number): PoolEvent[] | null {
  const bySeq = new Map<number, PoolEvent>()
  for (const event of events) {
    if (event.seq <= lastSeq) continue
    const twin = bySeq.get(event.seq)
    if (twin && !(sameContent(twin, event) && twin.blockHash === event.blockHash)) return null
    bySeq.set(event.seq, event)
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
}

function unusable(
  { from, to, headers, places, endHash }: PageReading,
  positions: readonly PoolPosition[],
  known: ReadonlyMap<number, Hex>
): Discard | null {
  if (headers.get(to)?.hash !== endHash) return 'moved'
  for (const { number, hash, parentHash } of headers.values()) {
    if ((known.get(number) ?? hash) !== hash) return 'moved'
    const parent = known.get(number - 1) ?? headers.get(number - 1)?.hash
    if ((parent ?? parentHash) !== parentHash) return 'broken_chain'
  }
  const asked = new Set(positions.map(({ pool }) => pool))
  for (const { address, blockNumber, blockHash } of places) {
    if (blockNumber < from || blockNumber > to || !asked.has(address)) return 'out_of_range'
    if (headers.get(blockNumber)?.hash !== blockHash) return 'foreign_block'
  }
  return null
}

import type { Address } from './chain_types.ts'
import type { PoolVerdict } from './judge_page.ts'
import { sameContent, type PoolEvent } from './pool_event.ts'

/** How far the events of one pool are read. */
export interface PoolProgress {
  pool: Address
  lastSeq: number
  finalSeq: number
  /** Nothing is missing up to this block; only kept up while the pool is behind. */
  verifiedTo: number
  /** The next block to read for this pool alone; null: as far as its chain. */
  behindFrom: number | null
  /** How often a node kept events from us. */
  gaps: number
  /** Why the pool is read no further; null while it is. */
  fault: string | null
}

export interface PageEnd {
  to: number
  /** Whether the pools were asked for the number of their newest event. */
  verifying: boolean
  /** Up to here pools that are not behind have nothing missing. */
  verifiedNumber: number
  /** Block of the newest stored event, of pools with a gap. */
  lastBlocks: ReadonlyMap<Address, number>
}

export interface Digest<Progress extends PoolProgress> {
  /** Pools whose progress changed, as it is to be stored. */
  progress: Progress[]
  added: PoolEvent[]
  /** Events that were final already and stand in another block now. */
  moved: PoolEvent[]
  gaps: { pool: Address; reason: string }[]
  faults: { pool: Address; reason: string }[]
}

/**
 * Turns the verdicts on a page into what is to be stored. A pool with a gap is read alone from where
 * it was whole; the others go on.
 *
 * @param finals of pools that are read again after their chain lost blocks: what was final, by number
 */
export function digestPage<Progress extends PoolProgress>(
  pools: readonly Progress[],
  verdicts: ReadonlyMap<Address, PoolVerdict>,
  end: PageEnd,
  finals: ReadonlyMap<Address, ReadonlyMap<number, PoolEvent>>
): Digest<Progress> {
  const digest: Digest<Progress> = { progress: [], added: [], moved: [], gaps: [], faults: [] }
  for (const before of pools) {
    const verdict = verdicts.get(before.pool)
    if (!verdict) continue
    if (verdict.kind === 'gap') {
      digest.gaps.push({ pool: before.pool, reason: verdict.reason })
      digest.progress.push(heldBack(before, end))
      continue
    }
    const contradiction = verdict.events.find((event) => {
      const known = finals.get(event.pool)?.get(event.seq)
      return known && !sameContent(known, event)
    })
    if (contradiction) {
      const reason = `final event ${contradiction.seq} was another before the chain changed`
      digest.faults.push({ pool: before.pool, reason })
      digest.progress.push({ ...before, fault: reason })
      continue
    }
    for (const event of verdict.events) {
      const list = event.seq <= before.finalSeq ? digest.moved : digest.added
      list.push(event)
    }
    const after = advanced(before, verdict.events.at(-1)?.seq, verdict.verified, end)
    if (after) digest.progress.push(after)
  }
  return digest
}

/**
 * Sets the pool back to where nothing was missing. When that has not helped, a node has lied about
 * that stretch too, and only the newest event is certain.
 */
function heldBack<Progress extends PoolProgress>(before: Progress, end: PageEnd): Progress {
  const sure = (end.lastBlocks.get(before.pool) ?? before.verifiedTo + 1) - 1
  const verifiedTo =
    before.behindFrom === null ? end.verifiedNumber : Math.min(before.verifiedTo, sure)
  return { ...before, verifiedTo, behindFrom: verifiedTo + 1, gaps: before.gaps + 1 }
}

/** @returns null when nothing changed, which for most pools is the rule */
function advanced<Progress extends PoolProgress>(
  before: Progress,
  newest: number | undefined,
  verified: boolean,
  end: PageEnd
): Progress | null {
  const after = { ...before, lastSeq: newest ?? before.lastSeq }
  if (verified) {
    after.behindFrom = null
  } else if (before.behindFrom !== null) {
    // At the end of the chain the last block is read again, to ask the pool again.
    after.behindFrom = end.verifying ? end.to : Math.max(before.behindFrom, end.to + 1)
  } else if (end.verifying) {
    after.behindFrom = end.to
    after.verifiedTo = end.verifiedNumber
  }
  const changed = after.lastSeq !== before.lastSeq || after.behindFrom !== before.behindFrom
  return changed ? after : null
}

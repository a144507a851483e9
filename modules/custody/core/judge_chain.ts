import type { Hex } from './chain_types.ts'

export interface Block {
  number: number
  hash: Hex
}

/**
 * `kept`: final means final, and a chain that takes it back stops the reader. `rebuilt`: a local
 * chain, which loses blocks when it is killed and gets the same transactions again; its events are
 * read anew, and those that were final have to say the same.
 */
export type Finality = 'kept' | 'rebuilt'

export type FirstLook =
  /** Nothing happened since. */
  | 'same'
  /** The cursor is still part of the chain. */
  | 'extends'
  /** A node that is behind the others. Never a reason to take anything back. */
  | 'lagging'
  /** The stored block is not part of the chain any more, or not again. */
  | 'diverged'

/**
 * @param seen the block of the chain at the height of the cursor, or the head when that is lower
 */
export function firstLook(cursor: Block, head: number, seen: Block, finality: Finality): FirstLook {
  if (head >= cursor.number) {
    if (seen.hash !== cursor.hash) return 'diverged'
    return head === cursor.number ? 'same' : 'extends'
  }
  // Behind a real chain's address stand many nodes, some late. A local chain is one node, which was set back: on a
  // quiet one no further block ever comes to show it.
  return finality === 'rebuilt' ? 'diverged' : 'lagging'
}

export type Divergence =
  | { kind: 'rewind'; ancestor: Block }
  /** Read everything again; only a local chain. */
  | { kind: 'start_over'; reason: string }
  | { kind: 'stop'; reason: string }

/**
 * @param stored blocks we remember
 * @param hashAt what the chain has now at those heights
 * @param finalBlock up to here events count as final
 */
export function judgeDivergence(
  stored: readonly Block[],
  hashAt: ReadonlyMap<number, Hex>,
  finalBlock: number,
  finality: Finality
): Divergence {
  let ancestor: Block | null = null
  for (const block of stored) {
    if (hashAt.get(block.number) !== block.hash) continue
    if (!ancestor || block.number > ancestor.number) ancestor = block
  }
  if (!ancestor) {
    const reason = `the chain was reorganised deeper than the ${stored.length} blocks that are remembered`
    return { kind: finality === 'rebuilt' ? 'start_over' : 'stop', reason }
  }
  if (finality === 'kept' && ancestor.number < finalBlock) {
    const reason = `the chain took back final blocks: ${ancestor.number + 1} to ${finalBlock}`
    return { kind: 'stop', reason }
  }
  return { kind: 'rewind', ancestor }
}

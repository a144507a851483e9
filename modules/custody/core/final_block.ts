import type { ChainTerms } from './chain_registry.ts'

/** When blocks of a chain count as final. */
export interface FinalityRule {
  /** Blocks from a transaction's own to the head, its own included. */
  confirmations: number
  terms: Pick<ChainTerms, 'finality'>
}

/**
 * The newest block whose contents count as final: so deep, and by the chain's own word where it gives one.
 *
 * @param finalized the newest block that the chain calls final; null where the node does not tell
 * @returns null where the chain is asked for its word and does not give it; below 0 while it is too short
 */
export function finalBlock(
  { head, finalized }: { head: number; finalized: number | null },
  { confirmations, terms }: FinalityRule
): number | null {
  const deep = head - confirmations + 1
  if (terms.finality === 'confirmations') return deep
  return finalized === null ? null : Math.min(deep, finalized)
}

/**
 * States what must be true at this point. A failure is a bug in this module: the group is rolled
 * back and nothing is stored.
 */
export function assert(condition: boolean, promise: string): asserts condition {
  if (!condition) throw new Error(`Ledger invariant broken: ${promise}`)
}

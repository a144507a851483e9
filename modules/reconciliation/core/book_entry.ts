import type { Micros } from '#app/clock/clock'
import type { Atoms } from '#app/money/usd'

/** What one operation has changed in the objects that a file is compared with. */
export interface BookEntry {
  /** The entry of the journal; of an operation with several, the first. */
  seq: number
  at: Micros
  type: string
  operationId: string | null
  operationPath: string | null
  /** The fact from outside that it rests on, such as the hash of a transaction. */
  reference: string | null
  /** Positive: the objects hold more by it. */
  amount: Atoms
}

/**
 * Entries of one operation as one, in the order of the journal. What moves between the objects
 * themselves is nothing to anybody outside.
 */
export function netEntries(entries: readonly BookEntry[]): BookEntry[] {
  const net = new Map<string, BookEntry>()
  for (const entry of entries) {
    const key = entry.operationId ?? `${entry.seq}`
    const known = net.get(key)
    if (!known) net.set(key, { ...entry })
    else {
      known.amount += entry.amount
      known.reference ??= entry.reference
    }
  }
  return [...net.values()].filter(({ amount }) => amount !== 0n)
}

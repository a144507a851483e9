import type { RowsInsert, SqlReader } from '#app/storage/database'
import type { PostedEntry } from '../core/apply.ts'

/**
 * The names of the counts of a realm; operations, events and deltas have one count for each type.
 */
export const COUNTED = {
  operation: (type: string) => `operation:${type}`,
  event: (type: string) => `event:${type}`,
  /** `balance_change` counts the legs, which are those deltas. */
  delta: (type: string) => `delta:${type}`,
  /** Operations that have not ended. */
  pending: 'pending',
} as const

/**
 * The counts that the entries of a group add to. Write them inside its transaction and after its
 * heads are locked, so that no sum is lost. It is one statement, whatever the size of the group.
 */
export function addedCounts(entries: readonly PostedEntry[]): RowsInsert | null {
  const sums = new Map<string, { realmId: string; counted: string; amount: number }>()
  for (const entry of entries) {
    const { realmId } = entry
    for (const [counted, amount] of countsOf(entry)) {
      const key = `${realmId} ${counted}`
      const sum = sums.get(key)
      if (sum) sum.amount += amount
      else sums.set(key, { realmId, counted, amount })
    }
  }
  const rows = [...sums]
    .filter(([, { amount }]) => amount !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { realmId, counted, amount }]) => [realmId, counted, amount])
  if (rows.length === 0) return null
  return {
    into: 'realm_counts (realm_id, counted, amount)',
    rows,
    update: 'ON DUPLICATE KEY UPDATE amount = amount + VALUES(amount)',
  }
}

function countsOf({ posting, legs }: PostedEntry): [counted: string, amount: number][] {
  const counts: [string, number][] = []
  const { operation, events, deltas } = posting
  if (operation?.kind === 'new') {
    counts.push([COUNTED.operation(operation.row.type), 1])
    if (operation.row.state === 'pending') counts.push([COUNTED.pending, 1])
  } else if (operation && operation.row.state !== 'pending') {
    counts.push([COUNTED.pending, -1])
  }
  for (const { type } of events) counts.push([COUNTED.event(type), 1])
  for (const { deltaType } of deltas) counts.push([COUNTED.delta(deltaType), 1])
  if (legs.length > 0) counts.push([COUNTED.delta('balance_change'), legs.length])
  return counts
}

/** The counts of a realm by name. Read them in the snapshot of the list whose total they give. */
export async function readCounts(
  session: SqlReader,
  realmId: string
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.read<{ counted: string; amount: string | number }>(
    'SELECT counted, amount FROM realm_counts WHERE realm_id = ?',
    [realmId]
  )
  return new Map(rows.map(({ counted, amount }) => [counted, Number(amount)]))
}

/** The sum over all types of one kind, or over the named types. */
export function sumOf(
  counts: ReadonlyMap<string, number>,
  kind: 'operation' | 'event' | 'delta',
  types?: readonly string[]
): number {
  if (types) {
    return [...new Set(types)].reduce(
      (sum, type) => sum + (counts.get(COUNTED[kind](type)) ?? 0),
      0
    )
  }
  let sum = 0
  for (const [counted, amount] of counts) if (counted.startsWith(`${kind}:`)) sum += amount
  return sum
}

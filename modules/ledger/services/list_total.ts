import type { WalkedPage } from '#app/storage/walk'

/** How many rows a list has, as its first page found out. */
export interface ListTotal {
  total: number
  /** Only present, and false, where counting on would have cost more than a page may. */
  totalIsExact?: false
}

/**
 * A restricted credential is told what was seen of its own and nothing else: whether there is more
 * would tell of rows it may not see.
 *
 * @param kept the count where one is kept
 */
export function totalOf(
  restricted: boolean,
  { seen, ended }: Pick<WalkedPage<unknown, unknown>, 'seen' | 'ended'>,
  kept: number | null
): ListTotal {
  if (restricted) return { total: seen }
  if (kept !== null) return { total: kept }
  return ended ? { total: seen } : { total: seen, totalIsExact: false }
}

/** The total as two parts of a cursor, so that a walk counts once. */
export function totalParts({ total, totalIsExact }: ListTotal): [total: number, exact: number] {
  return [total, totalIsExact === false ? 0 : 1]
}

export function totalFrom(total: number, exact: number): ListTotal {
  return exact === 0 ? { total, totalIsExact: false } : { total }
}

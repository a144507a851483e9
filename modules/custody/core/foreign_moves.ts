/** A transfer between boundaries of a pool that the service never ordered. Hashes of boundaries, base units. */
export interface ForeignMove {
  from: string
  to: string
  amount: bigint
}

/** By hash of a boundary: what such transfers have brought it; negative what they took. */
export type Gains = Map<string, bigint>

export function addMove(gains: Gains, { from, to, amount }: ForeignMove): void {
  gains.set(from, (gains.get(from) ?? 0n) - amount)
  gains.set(to, (gains.get(to) ?? 0n) + amount)
}

/** Whether a transfer undoes some of them: it takes no more than its source gained, and gives no more than its target lost. */
export function undoes(gains: Gains, { from, to, amount }: ForeignMove): boolean {
  return (gains.get(from) ?? 0n) >= amount && -(gains.get(to) ?? 0n) >= amount
}

/**
 * Transfers that undo them all, as far as each boundary can give.
 *
 * @param givable by hash, what the pool lets the admin take
 */
export function undoing(gains: Gains, givable: ReadonlyMap<string, bigint>): ForeignMove[] {
  const short = [...gains].filter(([, gained]) => gained < 0n).map(([to, gained]) => [to, -gained])
  const lost = new Map(short as [string, bigint][])
  const moves: ForeignMove[] = []
  for (const [from, gained] of gains) {
    let left = least(gained, givable.get(from) ?? 0n)
    for (const [to, missing] of lost) {
      const amount = least(left, missing)
      if (amount <= 0n) continue
      moves.push({ from, to, amount })
      lost.set(to, missing - amount)
      left -= amount
    }
  }
  return moves
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

import type { Atoms } from '#app/money/usd'
import type { ValuationCut, ValuedBalance, ValuedReservation } from '../extension/valuator.ts'
import { cashRowsAtCut, type HeldAtCut, type HoldAtCut } from '../storage/cut_rows.ts'

/** The cash of one object, valued at one dollar per dollar. */
export interface ValuedCash {
  balances: ValuedBalance[]
  reservedBalances: ValuedReservation[]
  arriving: ValuedReservation[]
  /** Of balances and reserved balances together. */
  valueUsd: Atoms
}

/**
 * The cash of objects of any type at a cut. An amount that is committed to leave belongs to the
 * object until it has left. An amount in transit toward the object is shown but counts at its
 * source: counted on both sides, every transfer on its way would make the realm richer.
 */
export async function cashAtCut(
  cut: ValuationCut,
  objectIds: readonly string[]
): Promise<(objectId: string) => ValuedCash> {
  const rows = await cashRowsAtCut(cut, objectIds)
  const held = Map.groupBy(rows.held, ({ objectId }) => objectId)
  const holds = Map.groupBy(rows.holds, ({ objectId }) => objectId)
  return (objectId) => valuedCash(held.get(objectId) ?? [], holds.get(objectId))
}

function valuedCash(held: readonly HeldAtCut[], holds?: readonly HoldAtCut[]): ValuedCash {
  // Most objects have nothing in flight, and a prefix has many objects, so this case skips the
  // rest.
  if (!holds) {
    const balances = held.map(({ denomination, settled }) => dollars(denomination, settled))
    return { balances, reservedBalances: [], arriving: [], valueUsd: sumOf(balances) }
  }
  const departing = holds.filter(({ direction }) => direction === 'outbound')
  const balances = held.map(({ denomination, settled }) => {
    const leaving = departing.filter((hold) => hold.denomination === denomination)
    return dollars(denomination, settled - sumOf(leaving))
  })
  return {
    balances,
    reservedBalances: departing.map(reservation),
    arriving: holds.filter(({ direction }) => direction === 'inbound').map(reservation),
    valueUsd: sumOf(balances) + sumOf(departing),
  }
}

function reservation({ operationId, denomination, amount }: HoldAtCut): ValuedReservation {
  return { ...dollars(denomination, amount), operationId }
}

function dollars(denomination: string, amount: Atoms): ValuedBalance {
  return { denomination, amount, price: '1', valueUsd: amount }
}

function sumOf(parts: readonly { amount: Atoms }[]): Atoms {
  let sum = 0n
  for (const { amount } of parts) sum += amount
  return sum
}

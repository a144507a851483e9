import { parseUsd } from '#app/money/usd'
import type { LargeValue } from './chain_registry.ts'
import type { PoolEvent, ToldEvent } from './pool_event.ts'
import { sameContent } from './pool_event.ts'

/** What credits value or ends what somebody waits for, and how much of it its event tells. */
const MOVES: Readonly<Record<string, string>> = {
  Credited: 'amount',
  Settled: 'amount',
  Withdrawn: 'amount',
  RecoveryWithdrawn: 'amount',
  VaultFunded: 'amount',
  VaultReturned: 'amount',
  VaultRecovered: 'amount',
  VaultSettled: 'delta',
}

/** What gives a hold of any amount back. */
const GIVES_BACK = new Set(['OperationRejected', 'ExitCancelled', 'SettlementRejected'])

/**
 * What an event credits or ends, in base units; null: nobody knows how much.
 *
 * @param known the amount of what it gives back; null: unknown
 */
export function valueOf({ name, args }: ToldEvent, known: bigint | null): bigint | null {
  if (GIVES_BACK.has(name)) return known
  const field = MOVES[name]
  if (field === undefined) return 0n
  const amount = BigInt(String(args[field]))
  return amount < 0n ? -amount : amount
}

/**
 * Whether a value is to be believed later, and by every node alone: many small ones that nodes invent are as much as
 * a large one. An unknown value is large: a hold that is given back although it was paid is paid twice.
 *
 * @param before what was believed otherwise within the window
 */
export function isLarge(
  value: bigint | null,
  before: bigint,
  { usd }: Pick<LargeValue, 'usd'>
): boolean {
  if (value === 0n) return false
  return value === null || before + value > parseUsd(usd)
}

/** Whether a receipt has this event, where it stands and with what it says. */
export function isIn(event: PoolEvent, logged: readonly PoolEvent[]): boolean {
  const { pool, seq, blockHash, logIndex } = event
  return logged.some(
    (one) =>
      one.pool === pool &&
      one.seq === seq &&
      one.blockHash === blockHash &&
      one.logIndex === logIndex &&
      sameContent(one, event)
  )
}

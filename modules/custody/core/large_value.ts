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
 * Whether an event is to be believed later, and by every node alone. One that gives back what it does not tell
 * counts as large unless somebody knows the amount: a hold that is given back although it was paid is paid twice.
 *
 * @param known the amount of what it gives back, in base units; null: unknown
 */
export function isLarge(
  { name, args }: ToldEvent,
  { usd }: Pick<LargeValue, 'usd'>,
  known: bigint | null
): boolean {
  const limit = parseUsd(usd)
  if (GIVES_BACK.has(name)) return known === null || known > limit
  const field = MOVES[name]
  if (field === undefined) return false
  const amount = BigInt(String(args[field]))
  return (amount < 0n ? -amount : amount) > limit
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

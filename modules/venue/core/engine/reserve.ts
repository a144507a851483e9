import { formatUsd } from '#app/money/usd'
import type { Draft } from './draft.ts'
import { withdrawable } from './margin.ts'
import { CUSTODY, crossOf, move } from './postings.ts'
import { refuse, type Refusal } from './refusals.ts'
import type { Account, MicroUsd } from './state.ts'

/**
 * Takes cash out of trading for a transfer that is not settled yet. It counts as margin for nothing
 * any more, so that it is still there when the transfer ends, whatever prices do meanwhile.
 *
 * @param terms.amount positive; one operation reserves once
 */
export function reserve(
  draft: Draft,
  { objectId, operationId, amount }: { objectId: string; operationId: string; amount: MicroUsd }
): Refusal | null {
  if (amount <= 0n) return refuse('invalid_amount')
  const account = draft.requireAccount(objectId)
  if (account.reserved?.[operationId] !== undefined) return null
  const available = withdrawable(draft, objectId)
  if (amount > available) {
    return refuse('withdraw_exceeds_available', { available: formatUsd(available) })
  }
  draft.putAccount({
    ...account,
    crossCash: account.crossCash - amount,
    reserved: { ...account.reserved, [operationId]: amount },
  })
  draft.emit({ type: 'cash_reserved', objectId, operationId, amount })
  return null
}

/**
 * @throws Error when it spends an amount that is not reserved: the chain has paid it out already
 */
export function endReserve(
  draft: Draft,
  { objectId, operationId, as }: { objectId: string; operationId: string; as: 'spent' | 'returned' }
): null {
  const account = draft.requireAccount(objectId)
  const amount = account.reserved?.[operationId]
  if (amount === undefined) {
    if (as === 'spent') throw new Error(`Operation ${operationId} has reserved nothing`)
    return null
  }
  const rest = withoutReserve(account, operationId)
  if (as === 'returned') {
    draft.putAccount({ ...rest, crossCash: account.crossCash + amount })
    draft.emit({ type: 'cash_reserved', objectId, operationId, amount: -amount })
    return null
  }
  draft.putAccount(rest)
  const legs = move(CUSTODY, crossOf(objectId), -amount, 'transfer')
  draft.emit({ type: 'cash_moved', objectId, amount: -amount }, legs)
  return null
}

function withoutReserve(account: Account, operationId: string): Account {
  const { reserved, ...rest } = account
  const left = Object.entries(reserved ?? {}).filter(([id]) => id !== operationId)
  return left.length === 0 ? rest : { ...rest, reserved: Object.fromEntries(left) }
}

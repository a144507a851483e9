import { formatUsd } from '#app/money/usd'
import type { Operation } from '#modules/ledger/core/terms'

/** The typed context of an operation: `{ type, [type]: … }`; null where the type has none. */
export function contextOf(operation: Operation): Record<string, unknown> | null {
  const { type, amount, denomination, source, target } = operation
  const movement = {
    amount: amount === null ? null : formatUsd(amount),
    denomination,
    sourceObjectPath: source.path,
    targetObjectPath: target.path,
  }
  if (type === 'transfer') return { type, transfer: movement }
  if (type === 'deposit') return { type, deposit: movement }
  return null
}

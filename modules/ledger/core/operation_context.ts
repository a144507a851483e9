import type { OperationType, Told } from '#app/extension/vocabulary'
import { formatUsd } from '#app/money/usd'
import { movementTermsOf } from './movement_terms.ts'
import type { LedgerOperationType } from './operation_outcome.ts'
import type { Operation } from './terms.ts'

/** Types whose operations tell their context themselves, in the part named like the type, or have none. */
type PartTold =
  | 'create'
  | 'adjustment'
  | 'swap'
  | 'fee_distribution'
  | Exclude<OperationType, LedgerOperationType>

/** The typed context of an operation: `{ type, [type]: … }`; null when the type has none. */
export function contextOf(operation: Operation): Record<string, unknown> | null {
  const { type, source, target } = operation
  const movement = {
    amount: operation.amount === null ? null : formatUsd(operation.amount),
    denomination: operation.denomination,
    sourceObjectPath: source.path,
    targetObjectPath: target.path,
  }
  switch (type) {
    case 'transfer':
    case 'deposit':
    case 'hold':
    case 'capture':
    case 'reversal':
    case 'posting':
      return { type, [type]: movement }
    case 'withdrawal': {
      const { destinationAddress } = movementTermsOf(operation)
      return { type, withdrawal: { ...movement, destinationAddress } }
    }
    // The target is the object that the value was swept to; null when nothing was swept.
    case 'delete': {
      const { amount, denomination } = movement
      return {
        type,
        delete: { objectPath: source.path, sweepToPath: target.path, amount, denomination },
      }
    }
    // The outcome of a venue operation has the venue's own part.
    default: {
      const { [type satisfies PartTold]: part } = operation.outcome as Told
      return part === undefined ? null : { type, [type]: part }
    }
  }
}

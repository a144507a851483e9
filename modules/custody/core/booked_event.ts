import type { PoolEvent } from './pool_event.ts'

/** What an event changes of what a boundary holds, vaults included; base units, negative when it leaves. */
export interface BoundaryChange {
  /** Hash of the boundary's id. */
  boundaryHash: string
  amount: bigint
}

/**
 * How proofs name events that the ledger books, by the event's name. A fact of one type and reference
 * is booked once, whoever reports it.
 */
export const FACT_TYPES: Readonly<Record<string, string>> = {
  Settled: 'chain_transfer',
  Credited: 'chain_deposit',
  Withdrawn: 'chain_withdrawal',
  RecoveryWithdrawn: 'recovery_withdrawal',
  VaultFunded: 'chain_vault_funding',
  VaultReturned: 'chain_vault_return',
  VaultSettled: 'chain_vault_result',
}

/**
 * What a transfer into or out of a vault changes of what boundaries owe, until the journal books it:
 * the object's cash there and its vault say different things so long.
 *
 * @param defaultHash where the difference is counted
 */
export function vaultChanges(
  { name, args }: Pick<PoolEvent, 'name' | 'args'>,
  defaultHash: string
): BoundaryChange[] {
  if (name !== 'VaultFunded' && name !== 'VaultReturned') return []
  const moved = BigInt(String(args.amount))
  const amount = name === 'VaultFunded' ? -moved : moved
  return [
    { boundaryHash: String(args.boundaryId), amount },
    { boundaryHash: defaultHash, amount: -amount },
  ]
}

/** Moves between a boundary and its own vaults change nothing here: both are the boundary's. */
export function boundaryChanges({
  name,
  args,
}: Pick<PoolEvent, 'name' | 'args'>): BoundaryChange[] {
  const hash = (key: string) => String(args[key])
  const amount = BigInt(String(args.amount ?? 0))
  switch (name) {
    case 'Credited':
      return [{ boundaryHash: hash('boundaryId'), amount }]
    case 'Withdrawn':
    case 'RecoveryWithdrawn':
      return [{ boundaryHash: hash('boundaryId'), amount: -amount }]
    case 'Settled':
      return [
        { boundaryHash: hash('fromId'), amount: -amount },
        { boundaryHash: hash('toId'), amount },
      ]
    default:
      return []
  }
}

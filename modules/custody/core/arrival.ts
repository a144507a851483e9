import type { PoolEvent } from './pool_event.ts'

/** `IRealmCustody.CreditKind`, in its order. */
const KINDS = ['minted', 'pulled', 'swept', 'unattributed'] as const

export type ArrivalKind = Exclude<(typeof KINDS)[number], 'minted'>

export interface ArrivalFacts {
  kind: ArrivalKind
  boundaryHash: string
  refHash: string
  /** Base units. */
  amount: bigint
}

/** @returns null for an event that brings nothing from outside; what the service minted has its operation */
export function arrivalOf({ name, args }: Pick<PoolEvent, 'name' | 'args'>): ArrivalFacts | null {
  if (name !== 'Credited') return null
  const kind = KINDS[Number(args.kind)]
  if (kind === undefined || kind === 'minted') return null
  return {
    kind,
    boundaryHash: String(args.boundaryId),
    refHash: String(args.ref),
    amount: BigInt(String(args.amount)),
  }
}

/**
 * Whether an arrival is credited now. Less than the least credit waits with what came before it
 * under the same reference: anybody may send dust, and each credit is an operation for ever.
 */
export function isEnough(amount: bigint, dustBefore: bigint, least: bigint): boolean {
  return amount + dustBefore >= least
}

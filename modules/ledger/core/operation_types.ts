import type { LedgerOperationType, LedgerOutcomes } from './operation_outcome.ts'
import type { Operation } from './terms.ts'

/** What guards and rails tell movements apart by. */
export type MovementType = 'transfer' | 'deposit' | 'withdrawal' | 'delete'

interface Traits {
  /**
   * What book checks expect of each that is completed: that one entry moved its `amount` out of its
   * source, or moved something; `maybe`: nothing.
   */
  moves: 'amount' | 'something' | 'maybe'
  /** Whether a stored job owes each that is pending; `started`: once its payee has confirmed it. */
  owed: boolean | 'started'
  /** What it is to the rail that carries it while it is pending; null: no rail does. */
  carriedAs: MovementType | null
  /** Left out: a reversal of it is refused. */
  reversible?: true
}

/** What an outcome tells decides the rest: who pays a fee, and who has more parties than two sides. */
type TraitsOf<Outcome> = Traits &
  ('fee' extends keyof Outcome ? { paysFee: true } : { paysFee?: never }) &
  ('moves' extends keyof Outcome ? { ofMany: true } : { ofMany?: never })

/**
 * The ledger's own types of operations. What is done with operations of some types asks for a trait
 * and not for their names, so that a new type is described here and forgotten nowhere.
 */
const OPERATION_TRAITS = {
  transfer: { moves: 'amount', owed: true, carriedAs: 'transfer', paysFee: true, reversible: true },
  hold: { moves: 'maybe', owed: false, carriedAs: null },
  capture: { moves: 'amount', owed: true, carriedAs: 'transfer', paysFee: true, reversible: true },
  reversal: { moves: 'something', owed: true, carriedAs: 'transfer', ofMany: true },
  posting: {
    moves: 'amount',
    owed: false,
    carriedAs: null,
    ofMany: true,
    paysFee: true,
    reversible: true,
  },
  create: { moves: 'maybe', owed: true, carriedAs: null },
  delete: { moves: 'maybe', owed: true, carriedAs: 'delete' },
  deposit: { moves: 'amount', owed: false, carriedAs: 'deposit' },
  withdrawal: { moves: 'amount', owed: 'started', carriedAs: 'withdrawal' },
  // Swaps and distributions of fees do not exist yet; both are words of the contract.
  swap: { moves: 'maybe', owed: false, carriedAs: null },
  fee_distribution: { moves: 'maybe', owed: false, carriedAs: null },
  adjustment: { moves: 'maybe', owed: false, carriedAs: null },
} as const satisfies { [Type in LedgerOperationType]: TraitsOf<LedgerOutcomes[Type]> }

type AllTraits = Traits & { paysFee?: true; ofMany?: true }

type TypesWith<Trait extends keyof AllTraits, Value> = {
  [Type in LedgerOperationType]: (typeof OPERATION_TRAITS)[Type] extends Record<Trait, Value>
    ? Type
    : never
}[LedgerOperationType]

export const LEDGER_OPERATION_TYPES = Object.keys(OPERATION_TRAITS) as LedgerOperationType[]

/** The trait of a type; undefined also for the types of modules. */
export function traitOf<Trait extends keyof AllTraits>(
  type: string,
  trait: Trait
): AllTraits[Trait] | undefined {
  return (OPERATION_TRAITS as Record<string, AllTraits | undefined>)[type]?.[trait]
}

export function typesWith<Trait extends keyof AllTraits>(
  trait: Trait,
  ...values: AllTraits[Trait][]
): LedgerOperationType[] {
  return LEDGER_OPERATION_TYPES.filter((type) => values.includes(traitOf(type, trait)!))
}

/** Whether the type of an operation has a trait, which also narrows the type of its outcome. */
export function hasTrait<Trait extends keyof AllTraits, const Value extends AllTraits[Trait]>(
  operation: Operation | undefined,
  trait: Trait,
  value: Value
): operation is Operation<TypesWith<Trait, Value>> {
  return operation !== undefined && traitOf(operation.type, trait) === value
}

import type { Micros } from '#app/clock/clock'
import type { ServiceObject } from '#app/extension/ledger_terms'
import type { Atoms } from '#app/money/usd'
import type { SqlReader } from '#app/storage/database'

/**
 * The moment objects are valued at: an entry of the realm's journal, and the marks known then. All
 * of it is read in one session, which sees the database as it was at one moment, so that value on
 * its way from one object to another is neither counted twice nor missed.
 */
export interface ValuationCut {
  realmId: string
  session: SqlReader
  /** The newest entry that counts; 0 before the first. */
  seq: number
  /** When that entry was committed, as DATETIME(6) text. */
  committedAt: string
  /** Marks known until then count; null for the newest ones. */
  asOf: Micros | null
}

/** Value of one denomination inside an object. Amounts and values in USD atoms. */
export interface ValuedBalance {
  denomination: string
  amount: Atoms
  /** Decimal string, or null when no price is known. */
  price: string | null
  valueUsd: Atoms
}

export interface ValuedReservation extends ValuedBalance {
  operationId: string
}

export interface ValuedPosition {
  market: string
  side: 'long' | 'short'
  size: string
  entryPrice: string
  markPrice: string | null
  unrealizedPnl: string | null
  valueUsd: Atoms
  leverage: string
}

/** The marks a valuation rests on. */
export interface MarksUsed {
  /** When they became known. */
  asOf: Micros
  /** Stored when they were made, or remembered by this process alone. */
  source: 'snapshot' | 'cache'
}

export interface Valuation {
  objectId: string
  /** What the object can spend. */
  balances: ValuedBalance[]
  /** Committed to leave, and the object's own until it has left: part of the value. */
  reservedBalances: ValuedReservation[]
  /** In transit toward the object, and still the sender's: no part of the value. */
  arriving: ValuedReservation[]
  positions: ValuedPosition[] | null
  /** Of balances, reserved balances and positions. */
  valueUsd: Atoms
  /** False when a mark was missing and the value is provisional. */
  midsComplete: boolean
  /** null when no mark was needed, or none was known. */
  marks: MarksUsed | null
}

/**
 * Says what objects of some types are worth, all at one cut of the realm's journal. Called with all
 * objects of its types at once, so that the cost is a few statements and not one per object.
 */
export interface Valuator {
  readonly name: string
  readonly types: readonly string[]
  /** What takes long and needs no cut, such as asking another machine; called before one is taken. */
  prepare?(realmId: string, asOf: Micros | null): Promise<void>
  /** Reads in the session of the cut alone. The same cut gives the same answer for ever. */
  valuate(cut: ValuationCut, objects: ServiceObject[]): Promise<Valuation[]>
  /**
   * Set when the value of its objects is what the journal says: the dollars they hold and, with
   * `dollars_and_positions`, their positions at the marks. Histories add them up from there; an
   * object of a valuator without it has no history.
   */
  readonly worth?: 'dollars' | 'dollars_and_positions'
  /**
   * The marks known in a realm at moments that have passed: decimal texts by market, for each
   * moment. Those that `valuate` would use.
   */
  marksAt?(realmId: string, moments: readonly Micros[]): Promise<ReadonlyMap<string, string>[]>
}

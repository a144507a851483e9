import type { Micros } from '#app/clock/clock'
import type { ServiceObject } from './ledger_terms.ts'
import type { Atoms } from '#app/money/usd'
import type { SqlReader } from '#app/storage/database'

/**
 * The moment at which objects are valued: an entry of the realm's journal, and the marks known
 * then. All is read in one session, which sees the database at one moment, so that value on its way
 * between two objects is neither counted twice nor missed.
 */
export interface ValuationCut {
  realmId: string
  session: SqlReader
  /** The newest entry that is included; 0 before the first. */
  seq: number
  /** When that entry was committed, as DATETIME(6) text. */
  committedAt: string
  /** Marks known until then are used; null for the newest marks. */
  asOf: Micros | null
}

/** One denomination's value inside an object. Amounts and values are USD atoms. */
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

/** The marks that a valuation used. */
export interface MarksUsed {
  /** When they became known. */
  asOf: Micros
  /** `snapshot`: stored when they were made; `cache`: remembered by this process only. */
  source: 'snapshot' | 'cache'
}

export interface Valuation {
  objectId: string
  /** What the object can spend. */
  balances: ValuedBalance[]
  /** Committed to leave, but the object's own until it has left: part of the value. */
  reservedBalances: ValuedReservation[]
  /** In transit toward the object, but still the sender's: no part of the value. */
  arriving: ValuedReservation[]
  positions: ValuedPosition[] | null
  /** Of balances, reserved balances and positions together. */
  valueUsd: Atoms
  /** False when a mark was missing, and the value is provisional. */
  midsComplete: boolean
  /** null when no mark was needed, or none was known. */
  marks: MarksUsed | null
}

/**
 * Says what objects of some types are worth, all at one cut of the realm's journal. It is called
 * with all objects of its types at once, so that the cost is a few statements and not one per
 * object.
 */
export interface Valuator {
  readonly name: string
  readonly types: readonly string[]
  /**
   * Does what takes long and needs no cut, such as asking another machine; called before a cut is
   * opened.
   */
  prepare?(realmId: string, asOf: Micros | null): Promise<void>
  /** Reads only in the session of the cut. The same cut must always give the same answer. */
  valuate(cut: ValuationCut, objects: ServiceObject[]): Promise<Valuation[]>
  /**
   * Set when the journal alone gives the worth of its objects: the dollars that they hold and, with
   * `dollars_and_positions`, their positions at the marks. Histories are calculated from the
   * journal; an object of a valuator without this has no history.
   */
  readonly worth?: 'dollars' | 'dollars_and_positions'
  /**
   * The marks known in a realm at past moments, those that `valuate` would use: decimal texts by
   * market, for each moment.
   */
  marksAt?(realmId: string, moments: readonly Micros[]): Promise<ReadonlyMap<string, string>[]>
}

declare module '#app/extension/module' {
  interface ServiceModule {
    valuators?: Valuator[]
  }
}

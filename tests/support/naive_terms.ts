import type { Atoms } from '#app/money/usd'

/** What a caller wants to hold before a movement. */
export interface NaiveConditions {
  /** What has to be available at the source, and at most at the target; null: whatever is. */
  atLeast?: Atoms | null
  atMost?: Atoms | null
  /** Whether the caller has read the source as it is, or as it was before its newest change. */
  version?: 'newest' | 'older' | null
}

/** A movement as the naive books are asked for it. */
export interface NaiveTransfer extends NaiveConditions {
  from: string
  to: string
  amount: Atoms
  fee: Atoms
  path: string
}

/** One generation of an account. */
export interface Account {
  status: 'active' | 'deleting' | 'withdrawn' | 'deleted'
  cash: Atoms
  departing: Atoms
  arriving: Atoms
  limits: NaiveLimits
  /** What its owner has moved out since it was limited; the model knows one day. */
  moved: Atoms
}

/** null: unlimited. */
export interface NaiveLimits {
  maxPerMovement: Atoms | null
  maxPerDay: Atoms | null
  maxBalance: Atoms | null
  minBalance: Atoms | null
}

export const UNLIMITED = {
  maxPerMovement: null,
  maxPerDay: null,
  maxBalance: null,
  minBalance: null,
}

export interface NaiveHold extends NaiveConditions {
  from: string
  to: string | null
  amount: Atoms
  /** null: until it is captured or released. */
  seconds: number | null
}

/** An amount that was reserved, for captures. */
export interface Reserved {
  from: Account
  to: Account | null
  amount: Atoms
  captured: Atoms
  rest: Atoms
  /** The second at which it is over; null: never. */
  until: number | null
  ended: boolean
}

/** A move between two names; its fee is a part of the amount. */
export interface NaiveMove {
  from: string
  to: string
  amount: Atoms
}

/** An amount that sources give in their order, and that targets share by their weights. */
export interface NaiveDeal {
  amount: Atoms
  /** Each gives what it has, up to its cap. */
  sources: { name: string; max: Atoms | null }[]
  targets: { name: string; weight: bigint }[]
  /** Whether the last target gets what the others leave. */
  remainder: boolean
}

/** A movement that was completed, move by move. */
export type Moved = MovedPart[]

interface MovedPart {
  from: Account
  to: Account
  arrived: Atoms
  fee: Atoms
  back: Atoms
}

export interface NaiveCapture {
  place: number
  to: string
  /** null: all that is left. */
  amount: Atoms | null
  fee: Atoms
  final: boolean
}

export type Pending = { ended: boolean } & (
  | { kind: 'transfer'; from: Account; to: Account; amount: Atoms; fee: Atoms }
  | { kind: 'withdrawal'; from: Account; amount: Atoms }
  | { kind: 'sweep'; from: Account; to: Account; amount: Atoms }
  | { kind: 'deposit'; to: Account; amount: Atoms; shown: boolean }
)

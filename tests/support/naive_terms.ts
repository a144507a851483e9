import type { Atoms } from '#app/money/usd'

/** A movement as the naive books are asked for it. */
export interface NaiveTransfer {
  from: string
  to: string
  amount: Atoms
  fee: Atoms
  path: string
  /** What has to be available at the source, and at most at the target; null: whatever is. */
  atLeast?: Atoms | null
  atMost?: Atoms | null
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

/** An amount that was reserved, for captures. */
export interface Reserved {
  from: Account
  to: Account | null
  rest: Atoms
  ended: boolean
}

/** A movement that was completed. */
export interface Moved {
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

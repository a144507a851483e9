/** Raw settings, as `config/rate_limits.ts` reads them. */
export interface RateLimitConfig {
  production: boolean
  perSecond?: number
  burst?: number
  signInPerMinute?: number
  failuresPerMinute?: number
}

/**
 * What addresses are limited on, and how much more of it than of sign-ins they may do: sessions are
 * refreshed more often than opened, and pages of a payment look for news.
 */
export const ADDRESS_BUDGETS = {
  signIn: 1,
  /** The way back of a browser; counted apart, or one sign-in would count twice. */
  signInReturn: 1,
  devIdentity: 1,
  refresh: 4,
  stepUp: 4,
  payment: 10,
} as const

export type AddressBudget = keyof typeof ADDRESS_BUDGETS

const DEFAULTS = {
  production: { perSecond: 200, signInPerMinute: 30, failuresPerMinute: 60 },
  development: { perSecond: 0, signInPerMinute: 600, failuresPerMinute: 3000 },
}
/** Requests without a credential cost less, and are sent by pages whose session has ended. */
const ABSENT_FOR_EACH_FAILURE = 2
const MOST = 1_000_000

/** Checked limits; 0 means "off". @throws Error that names the variable to change */
export class RateLimitSettings {
  /** Steady requests of one credential. */
  readonly perSecond: number
  /** Requests beyond the steady ones, within ten seconds. */
  readonly burst: number
  readonly signInPerMinute: number
  /** Refused credentials of one address. */
  readonly failuresPerMinute: number
  /** Requests of one address without the credential that they need. */
  readonly absentPerMinute: number

  constructor(config: RateLimitConfig) {
    const defaults = config.production ? DEFAULTS.production : DEFAULTS.development
    this.perSecond = whole('RATE_LIMIT_PER_SECOND', config.perSecond ?? defaults.perSecond)
    this.burst = whole('RATE_LIMIT_BURST', config.burst ?? this.perSecond * 2)
    if (this.burst > 0 && this.perSecond === 0) {
      throw new Error('RATE_LIMIT_BURST needs RATE_LIMIT_PER_SECOND, which is off.')
    }
    this.signInPerMinute = whole(
      'RATE_LIMIT_SIGN_IN_PER_MINUTE',
      config.signInPerMinute ?? defaults.signInPerMinute
    )
    this.failuresPerMinute = whole(
      'RATE_LIMIT_FAILURES_PER_MINUTE',
      config.failuresPerMinute ?? defaults.failuresPerMinute
    )
    this.absentPerMinute = this.failuresPerMinute * ABSENT_FOR_EACH_FAILURE
  }

  /** Requests of one address in a minute. */
  perMinute(budget: AddressBudget): number {
    return this.signInPerMinute * ADDRESS_BUDGETS[budget]
  }
}

function whole(variable: string, value: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= MOST) return value
  throw new Error(`${variable} must be a whole number from 0 (off) to ${MOST}.`)
}

import { refused, type Weakness } from '#app/preflight/weakness'

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

/** Limits as they count; 0 means "off". What is wrong with them the checks before a start tell. */
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
    this.perSecond = config.perSecond ?? defaults.perSecond
    this.burst = config.burst ?? this.perSecond * 2
    this.signInPerMinute = config.signInPerMinute ?? defaults.signInPerMinute
    this.failuresPerMinute = config.failuresPerMinute ?? defaults.failuresPerMinute
    this.absentPerMinute = this.failuresPerMinute * ABSENT_FOR_EACH_FAILURE
  }

  /** Requests of one address in a minute. */
  perMinute(budget: AddressBudget): number {
    return this.signInPerMinute * ADDRESS_BUDGETS[budget]
  }
}

const VARIABLES = {
  perSecond: 'RATE_LIMIT_PER_SECOND',
  burst: 'RATE_LIMIT_BURST',
  signInPerMinute: 'RATE_LIMIT_SIGN_IN_PER_MINUTE',
  failuresPerMinute: 'RATE_LIMIT_FAILURES_PER_MINUTE',
} as const

/** Every limit that is no limit. */
export function rateLimitWeaknesses(config: RateLimitConfig): Weakness[] {
  const settings = new RateLimitSettings(config)
  const names = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[]
  const found = names
    .filter((name) => !isLimit(config[name] ?? 0))
    .map((name) => {
      const remedy = `Set it to a whole number from 0 (off) to ${MOST}.`
      return refused(VARIABLES[name], `${config[name]} is no number of requests.`, remedy)
    })
  if (settings.burst > 0 && settings.perSecond === 0) {
    const remedy = 'Set RATE_LIMIT_PER_SECOND, or leave out RATE_LIMIT_BURST.'
    found.push(refused(VARIABLES.burst, 'It needs RATE_LIMIT_PER_SECOND, which is off.', remedy))
  }
  return found
}

function isLimit(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MOST
}

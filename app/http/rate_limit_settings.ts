import { refused, type Weakness } from '#app/preflight/weakness'

/** Raw settings, as `config/rate_limits.ts` reads them. */
export interface RateLimitConfig {
  production: boolean
  perSecond?: number
  burst?: number
  signInPerMinute?: number
  failuresPerMinute?: number
}

/** What an address may ask of the routes that name this same budget. */
export interface AddressBudget {
  /** Its requests, as a multiple of the sign-ins that an address has. */
  readonly timesSignIns: number
}

const DEFAULTS = {
  production: { perSecond: 200, signInPerMinute: 30, failuresPerMinute: 60 },
  development: { perSecond: 0, signInPerMinute: 600, failuresPerMinute: 3000 },
}
/** Requests without a credential cost less, and pages whose session has ended send them. */
const ABSENT_FOR_EACH_FAILURE = 2
const MOST = 1_000_000

/** The limits in force; 0 means "off". The checks before a start report wrong ones. */
export class RateLimitSettings {
  /** Requests a second of one credential. */
  readonly perSecond: number
  /** Additional requests within ten seconds. */
  readonly burst: number
  readonly signInPerMinute: number
  /** Refused credentials of one address. */
  readonly failuresPerMinute: number
  /** Requests of one address that lack the credential they need. */
  readonly absentPerMinute: number

  constructor(config: RateLimitConfig) {
    const defaults = config.production ? DEFAULTS.production : DEFAULTS.development
    this.perSecond = config.perSecond ?? defaults.perSecond
    this.burst = config.burst ?? this.perSecond * 2
    this.signInPerMinute = config.signInPerMinute ?? defaults.signInPerMinute
    this.failuresPerMinute = config.failuresPerMinute ?? defaults.failuresPerMinute
    this.absentPerMinute = this.failuresPerMinute * ABSENT_FOR_EACH_FAILURE
  }

  /** Requests a minute of one address. */
  perMinute({ timesSignIns }: AddressBudget): number {
    return this.signInPerMinute * timesSignIns
  }
}

const VARIABLES = {
  perSecond: 'RATE_LIMIT_PER_SECOND',
  burst: 'RATE_LIMIT_BURST',
  signInPerMinute: 'RATE_LIMIT_SIGN_IN_PER_MINUTE',
  failuresPerMinute: 'RATE_LIMIT_FAILURES_PER_MINUTE',
} as const

/** Every limit that is no valid number. */
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

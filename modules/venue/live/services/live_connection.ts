import { ServiceError } from '#app/http/errors/service_error'
import type { Clock } from '#app/clock/clock'
import { VENUE_LIMITS } from '../../limits.ts'
import type { LiveLimitsStore } from '../storage/live_limits_store.ts'
import { Hyperliquid } from '../wire/hyperliquid.ts'
import { VenueKey, sealingSecret } from '../wire/sealed_key.ts'
import type { LiveSettings } from '../live_settings.ts'

/**
 * How long things take, in milliseconds. Tests shorten them; no test proves anything by waiting.
 */
export interface LiveTimings {
  requestMs: number
  /** After this the venue refuses an order that has not arrived. */
  orderLifetimeMs: number
  /** How long after that the fate of an order can be read. */
  graceMs: number
  /** How long a caller waits for the fate of an order whose answer was lost. */
  callerWaitMs: number
  lookEveryMs: number
  pricesMs: number
  deadPricesMs: number
  /** How long one reading of a book answers all callers. */
  bookMs: number
  pollMs: number
  reconcileMs: number
  retryMs: number
  retryCapMs: number
  giveUpMs: number
  agentLifeMs: number
}

export const LIVE_TIMINGS: LiveTimings = {
  requestMs: VENUE_LIMITS.liveRequestMs,
  orderLifetimeMs: VENUE_LIMITS.liveOrderLifetimeMs,
  graceMs: VENUE_LIMITS.liveGraceMs,
  callerWaitMs: VENUE_LIMITS.liveCallerWaitMs,
  lookEveryMs: VENUE_LIMITS.liveLookEveryMs,
  pricesMs: VENUE_LIMITS.livePricesMs,
  deadPricesMs: VENUE_LIMITS.liveDeadPricesMs,
  bookMs: VENUE_LIMITS.liveBookMs,
  pollMs: VENUE_LIMITS.livePollMs,
  reconcileMs: VENUE_LIMITS.liveReconcileMs,
  retryMs: VENUE_LIMITS.liveRetryMs,
  retryCapMs: VENUE_LIMITS.liveRetryCapMs,
  giveUpMs: VENUE_LIMITS.liveGiveUpMs,
  agentLifeMs: VENUE_LIMITS.liveAgentLifeMs,
}

export interface OpenConnection {
  wire: Hyperliquid
  secret: Buffer
  /** The key of the account that pays for new accounts and receives what leaves them. */
  master: VenueKey
  fundingUsd: string
  builder: { address: string } | null
  timings: LiveTimings
}

/**
 * The error while an account is not ready, or no live venue is connected: the caller is told to
 * retry.
 */
export function provisioning(): ServiceError {
  return new ServiceError('EXCHANGE_PROVISIONING', {
    headers: { 'Retry-After': `${VENUE_LIMITS.liveRetryAfterSeconds}` },
  })
}

/** The live venue that this installation is connected to, if any. */
export class LiveConnection {
  #open: OpenConnection | null = null

  constructor(
    private limits: LiveLimitsStore,
    private clock: Clock
  ) {}

  open(settings: LiveSettings, timings: Partial<LiveTimings> = {}): void {
    const all = { ...LIVE_TIMINGS, ...timings }
    this.#open = {
      wire: new Hyperliquid({
        url: settings.url,
        testnet: settings.testnet,
        timeoutMs: all.requestMs,
        spend: (weight, priority) => this.limits.spend(weight, priority, this.clock.nowMs()),
      }),
      secret: sealingSecret(settings.keySecret),
      master: new VenueKey(settings.masterKey),
      fundingUsd: settings.fundingUsd,
      builder: settings.builderAddress === null ? null : { address: settings.builderAddress },
      timings: all,
    }
  }

  close(): void {
    this.#open = null
  }

  get current(): OpenConnection | null {
    return this.#open
  }

  /** @throws ServiceError EXCHANGE_PROVISIONING when no venue is connected */
  require(): OpenConnection {
    if (!this.#open) throw provisioning()
    return this.#open
  }
}

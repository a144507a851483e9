import { ServiceError } from '#app/http/errors/service_error'
import type { Clock } from '#app/clock/clock'
import type { LiveLimitsStore } from '../storage/live_limits_store.ts'
import { Hyperliquid } from '../wire/hyperliquid.ts'
import { VenueKey, sealingSecret } from '../wire/sealed_key.ts'
import type { LiveSettings } from '../live_settings.ts'

/** How long things take. Tests shorten them; nothing is proved by waiting. */
export interface LiveTimings {
  requestMs: number
  /** An order that has not arrived by then is refused by the venue. */
  orderLifetimeMs: number
  /** After that, the time until its fate can be read. */
  graceMs: number
  /** How long a caller waits for the fate of an order whose answer was lost. */
  callerWaitMs: number
  lookEveryMs: number
  pricesMs: number
  deadPricesMs: number
  pollMs: number
  reconcileMs: number
  retryMs: number
  retryCapMs: number
  giveUpMs: number
  agentLifeMs: number
}

const SECOND = 1000
const DAY = 86_400 * SECOND

export const LIVE_TIMINGS: LiveTimings = {
  requestMs: 10 * SECOND,
  orderLifetimeMs: 15 * SECOND,
  graceMs: 10 * SECOND,
  callerWaitMs: 3 * SECOND,
  lookEveryMs: 500,
  pricesMs: 5 * SECOND,
  deadPricesMs: 15 * SECOND,
  pollMs: 10 * SECOND,
  reconcileMs: 300 * SECOND,
  retryMs: SECOND,
  retryCapMs: 60 * SECOND,
  giveUpMs: DAY,
  agentLifeMs: 60 * DAY,
}

export interface OpenConnection {
  wire: Hyperliquid
  secret: Buffer
  /** Pays for new accounts and receives what leaves them. */
  master: VenueKey
  fundingUsd: string
  builder: { address: string } | null
  timings: LiveTimings
}

const RETRY_AFTER_SECONDS = 5

/** Not ready yet, or no live venue at all: the caller is told to come again. */
export function provisioning(): ServiceError {
  return new ServiceError('EXCHANGE_PROVISIONING', {
    headers: { 'Retry-After': `${RETRY_AFTER_SECONDS}` },
  })
}

/** The live venue this installation is connected to, if there is one. */
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

  /** @throws ServiceError EXCHANGE_PROVISIONING when there is none */
  require(): OpenConnection {
    if (!this.#open) throw provisioning()
    return this.#open
  }
}

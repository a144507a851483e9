import { LIMITS, assertRules } from '#app/limits'

export const VENUE_LIMITS = {
  /** Candles in one answer. */
  candles: 5000,
  /** Candles that are kept of each market and interval. */
  candlesKept: 5760,
  /** How long the ticks of a feed are kept for realms that are behind. */
  ticksKeptMs: 24 * 3600_000,
  fundingHoursKept: 24 * 365,
  /** How far one request may advance a private feed. */
  simAdvanceMs: 7 * 24 * 3600_000,
  /**
   * Steps of one advance in which accounts move: each is a transaction of every realm on the feed.
   */
  simAdvanceSteps: 1200,
  simStepMs: 3600_000,
  /** Recorded candles of one market. */
  simTapeCandles: 5000,
  simFaultCount: 1000,
  /** Changes by hand that the view of a feed shows. */
  simCommandsShown: 50,
  feedSeedLength: 128,

  /** How long one request to the live venue may take. */
  liveRequestMs: 10_000,
  /** The live venue refuses an order that has not arrived by then. */
  liveOrderLifetimeMs: 15_000,
  /** How long after that the fate of an order can be read. */
  liveGraceMs: 10_000,
  /**
   * How long a caller waits for the fate of an order whose answer was lost, and how often it is
   * looked up.
   */
  liveCallerWaitMs: 3_000,
  liveLookEveryMs: 500,
  /** When a caller may retry whose account is being set up. */
  liveRetryAfterSeconds: 5,
  /**
   * How long one answer about prices, or about a book, serves all callers; and the age from which
   * prices are not used.
   */
  livePricesMs: 5_000,
  liveBookMs: 1_000,
  liveDeadPricesMs: 15_000,
  /** Answers about books and candles that a process remembers. */
  liveAnswersRemembered: 200,
  livePollMs: 10_000,
  liveReconcileMs: 300_000,
  /**
   * The setup of an account: first pause, longest pause, when it is reported, when it is given up.
   */
  liveRetryMs: 1_000,
  liveRetryCapMs: 60_000,
  liveAlertAfterMs: 15 * 60_000,
  liveGiveUpMs: 24 * 3600_000,
  /**
   * The age at which an agent is replaced, and the time it must have left to be used in a setup.
   */
  liveAgentLifeMs: 60 * 24 * 3600_000,
  liveAgentLeftMs: 30 * 24 * 3600_000,
  /** How long a worker holds an account, and a process an action that it stored. */
  liveClaimMs: 60_000,
  liveActionOwnMs: 60_000,
  /** How often an action that a process left open is looked at. */
  liveActionAgainMs: 2_000,
  /** How long booked actions are kept, so that support can see what was sent. */
  liveActionsKeptMs: 7 * 24 * 3600_000,
  /** How long booked fills are remembered; the venue repeats fills for two minutes at most. */
  liveFillsKeptMs: 24 * 3600_000,

  /** Realms whose venue a process remembers, each with all its accounts and live orders. */
  rememberedVenues: 500,
  /** Twenty ticks; no order trades at an older price. */
  feedDeadMs: 60_000,
  /** Characters of a decimal text of the venue: digits, point and sign. */
  decimalLength: 40,
  marketIdLength: 64,
  ocoGroupIdLength: 64,
  /** An entry, a take-profit and a stop-loss. */
  bracketOrders: 3,
  /** The highest leverage that any market could offer. */
  leverageMax: 1000,
} as const

/** @throws Error when two of them contradict each other; called once at boot */
export function assertVenueLimits(
  limits: Record<keyof typeof VENUE_LIMITS, number> = VENUE_LIMITS
) {
  assertRules('modules/venue/limits.ts', [
    [
      limits.simTapeCandles <= LIMITS.bodyItems,
      'the longest recording must be allowed to have its items',
    ],
    // A candle has six keys and is a value itself.
    [limits.simTapeCandles * 8 <= LIMITS.bodyValues, 'the longest recording must fit a body'],
  ])
}

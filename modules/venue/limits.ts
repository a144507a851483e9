import { LIMITS, assertRules } from '#app/limits'

export const VENUE_LIMITS = {
  /** Candles one answer shows. */
  candles: 5000,
  /** Candles kept of each market and interval. */
  candlesKept: 5760,
  /** How long the ticks of a feed are kept for realms that are behind. */
  ticksKeptMs: 24 * 3600_000,
  fundingHoursKept: 24 * 365,
  /** How far one request may advance a private feed. */
  simAdvanceMs: 7 * 24 * 3600_000,
  /** Steps of one advance in which accounts move: each is a transaction of every realm on it. */
  simAdvanceSteps: 1200,
  simStepMs: 3600_000,
  /** Recorded candles of one market. */
  simTapeCandles: 5000,
  simFaultCount: 1000,
  /** Changes by hand that the view of a feed shows. */
  simCommandsShown: 50,
  feedSeedLength: 128,

  /** The live venue: how long one request may take. */
  liveRequestMs: 10_000,
  /** An order that has not arrived there by then is refused. */
  liveOrderLifetimeMs: 15_000,
  /** After that, the time until its fate can be read. */
  liveGraceMs: 10_000,
  /** How long a caller waits for the fate of an order whose answer was lost, and how often it is looked up. */
  liveCallerWaitMs: 3_000,
  liveLookEveryMs: 500,
  /** When a caller may come again to an account that is being set up. */
  liveRetryAfterSeconds: 5,
  /** How long one answer about prices, or a book, serves everybody; from when on prices are none. */
  livePricesMs: 5_000,
  liveBookMs: 1_000,
  liveDeadPricesMs: 15_000,
  /** Answers about books and candles a process remembers. */
  liveAnswersRemembered: 200,
  livePollMs: 10_000,
  liveReconcileMs: 300_000,
  /** The setup of an account: first pause, longest pause, when somebody is told, when it is given up. */
  liveRetryMs: 1_000,
  liveRetryCapMs: 60_000,
  liveAlertAfterMs: 15 * 60_000,
  liveGiveUpMs: 24 * 3600_000,
  /** An agent is changed at this age, and is good for a setup while it has this long left. */
  liveAgentLifeMs: 60 * 24 * 3600_000,
  liveAgentLeftMs: 30 * 24 * 3600_000,
  /** How long one worker has an account, and one process an action it stored, to itself. */
  liveClaimMs: 60_000,
  liveActionOwnMs: 60_000,
  /** How often an action that a process left open is looked at. */
  liveActionAgainMs: 2_000,
  /** Actions that are booked are kept, so that support can see what was sent. */
  liveActionsKeptMs: 7 * 24 * 3600_000,
  /** Fills are told again for two minutes at most; what is booked is remembered for longer. */
  liveFillsKeptMs: 24 * 3600_000,

  /** Realms whose venue a process remembers, each with all its accounts and live orders. */
  rememberedVenues: 500,
  /** Twenty ticks: an older price is no price to trade at. */
  feedDeadMs: 60_000,
  /** A decimal text of the venue: digits, point and sign. */
  decimalLength: 40,
  marketIdLength: 64,
  ocoGroupIdLength: 64,
  /** An entry with a take-profit and a stop-loss. */
  bracketOrders: 3,
  /** The highest any market could offer. */
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

export const ANALYTICS_LIMITS = {
  /** Flows that one answer of profit and loss lists; all of them are summed. */
  pnlFlows: 10_000,
  /** Points of one history. */
  historyPoints: 1000,

  /** Sources of one watch, other watches included. */
  watchSources: 20,
  /** Characters of one source: a list of paths. */
  watchSourceLength: 16 * 1024,
  /** Selectors a watch comes to, with those of the watches it takes in. */
  watchSelectors: 200,
  watchesPerRealm: 5000,
  /** A watch nobody has read for so long is gone. */
  watchIdleMs: 5 * 60_000,
  /** How often objects with positions are looked at for the marks alone. */
  watchMarksMs: 3000,
} as const

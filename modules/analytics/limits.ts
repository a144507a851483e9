export const ANALYTICS_LIMITS = {
  /** Flows that one answer of profit and loss lists; all of them are summed. */
  pnlFlows: 10_000,
  /** Points of one history. */
  historyPoints: 1000,

  /** Sources of one watch, including other watches. */
  watchSources: 20,
  /** Characters of one source, which may be a list of paths. */
  watchSourceLength: 16 * 1024,
  /** Selectors of one watch, including those of the watches that it uses. */
  watchSelectors: 200,
  watchesPerRealm: 5000,
  /** A watch that was not read for this long ends. */
  watchIdleMs: 5 * 60_000,
  /** How often objects with positions are valued again for the marks alone. */
  watchMarksMs: 3000,
} as const

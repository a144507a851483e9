/**
 * Every limit of the service, in one place, with its unit in its name. Limits that depend on each
 * other are asserted at boot by `assertLimits`.
 */
export const LIMITS = {
  /** Largest JSON request body. A bulk request of 500 transfers stays below it. */
  requestBodyBytes: 1024 * 1024,
  formBodyBytes: 64 * 1024,
  httpKeepAliveTimeoutMs: 65_000,
  httpRequestTimeoutMs: 30_000,
  requestIdLength: 64,

  /** Realm, API key and display names. */
  nameLength: 100,
  descriptionLength: 1000,
  emailLength: 254,
  /** A path in UTF-8 bytes: four bytes a character still fit one InnoDB index key. */
  pathBytes: 512,
  pathSegmentLength: 128,
  metadataBytes: 4096,

  usdIntegerDigits: 24,
  usdScale: 6,

  listDefault: 1000,
  listMax: 1000,
  feedListDefault: 100,
  feedListMax: 500,
  cursorLength: 512,

  accessTokenLifetimeSeconds: 15 * 60,
  refreshTokenLifetimeSeconds: 30 * 24 * 3600,
  idTokenLength: 8192,

  /** Requests waiting in one posting lane; past it callers get 503 OVERLOADED. */
  lanePendingRequests: 10_000,
  /** Requests one group transaction may carry. */
  groupRequests: 512,
  /** Text bytes (paths, inputs, outcomes) one group may carry: keeps a commit far below max_allowed_packet. */
  groupBytes: 4 * 1024 * 1024,
  postingLanes: 4,
  postingRetries: 5,
  transactionRetries: 5,

  outboxBatch: 200,
  outboxPollMs: 1000,
  /** First republication of a job nobody finished; doubles with every attempt up to the cap. */
  outboxRetryMs: 5_000,
  outboxRetryCapMs: 300_000,
  /** How soon a job that is not finished, but did not fail, is woken again. */
  outboxAgainMs: 2_000,

  paymentLinkMinutesDefault: 60,
  paymentLinkMinutesMax: 10_080,
} as const

/** @throws Error when two limits contradict each other; called once at boot. */
export function assertLimits(limits: Record<keyof typeof LIMITS, number> = LIMITS) {
  const rules: [boolean, string][] = [
    [limits.listDefault <= limits.listMax, 'listDefault must not exceed listMax'],
    [limits.feedListDefault <= limits.feedListMax, 'feedListDefault must not exceed feedListMax'],
    [limits.groupRequests <= limits.lanePendingRequests, 'a lane must hold at least one group'],
    [
      limits.requestBodyBytes <= limits.groupBytes,
      'one request must always fit into a group, or it could never be posted',
    ],
    [limits.pathBytes * 4 <= 3072 - 144, 'a path and its realm id must fit one InnoDB index key'],
    [limits.outboxRetryMs <= limits.outboxRetryCapMs, 'outboxRetryMs must not exceed its cap'],
    [
      limits.paymentLinkMinutesDefault <= limits.paymentLinkMinutesMax,
      'link default above its max',
    ],
  ]
  for (const [holds, reason] of rules) {
    if (!holds) throw new Error(`Contradicting limits in app/limits.ts: ${reason}`)
  }
}

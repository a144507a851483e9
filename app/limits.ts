/**
 * Every limit of the host, and of more than one module, in one place, each with its unit in its name.
 * A module's own stand in its `limits.ts`. Limits that depend on each other are asserted at boot.
 */
export const LIMITS = {
  /** Largest JSON request body. A bulk request of 500 transfers stays below it. */
  requestBodyBytes: 1024 * 1024,
  /** Of a route that asks for no credential, a browser's forms included. */
  publicBodyBytes: 16 * 1024,
  /** A JSON body: levels, keys of one object, items of one list, and all of them together. */
  bodyDepth: 32,
  bodyKeys: 1000,
  bodyItems: 5000,
  bodyValues: 65_536,
  /** What is still taken in of a body that was refused unread, so that its sender hears the answer. */
  unreadBodyBytes: 16 * 1024 * 1024,
  unreadBodyMs: 5_000,
  httpKeepAliveTimeoutMs: 65_000,
  httpRequestTimeoutMs: 30_000,
  /** How long the headers of a request may take, or a new connection without one. */
  httpHeadersTimeoutMs: 10_000,
  httpTimeoutLookMs: 5_000,
  /** Connections of one address to one process. */
  connectionsPerAddress: 4_000,
  requestIdLength: 64,

  /** An `Idempotency-Key`, in visible ASCII characters. */
  idempotencyKeyLength: 255,
  /** How long the answer to a request that made no operation is kept for its retries. */
  keptAnswerSeconds: 24 * 3600,

  /** Realm, API key and display names. */
  nameLength: 100,
  urlLength: 2048,
  /** A path in UTF-8 bytes: four bytes a character still fit one InnoDB index key. */
  pathBytes: 512,
  pathSegmentLength: 128,
  metadataBytes: 4096,

  listDefault: 1000,
  listMax: 1000,
  cursorLength: 512,
  /** Unknown fields one refusal names. */
  unknownFieldsShown: 64,
  /** Rows one page of a filtered list may look at; past it the page ends early, with a cursor. */
  listScanRows: 10_000,

  accessTokenLength: 8192,

  /** How far a request's signature timestamp may be from our clock, either way. */
  signatureToleranceSeconds: 5 * 60,

  /** Credentials a process remembers as good, for callers whose neighbours show bad ones. */
  provenCredentials: 20_000,
  /** How long the refusal of a caller that is refused all the time is kept back, and how many are at once. */
  refusalHoldMs: 1_000,
  refusalsHeld: 2_000,

  /** Characters of statements that go together. */
  joinedStatementsLength: 256 * 1024,
  transactionRetries: 5,

  outboxBatch: 200,
  outboxPollMs: 1000,
  /** First republication of a job nobody finished; doubles with every attempt up to the cap. */
  outboxRetryMs: 5_000,
  outboxRetryCapMs: 300_000,
  /** How soon a job that is not finished, but did not fail, is woken again. */
  outboxAgainMs: 2_000,
  /** The longest such wait; it grows with how often the job was woken. */
  outboxAgainCapMs: 60_000,

  /** One frame of a client. Paths of a watch are the longest. */
  socketFrameBytes: 64 * 1024,
  /** How long a client may take to say who it is. */
  socketAuthMs: 10_000,
  /** The first frame of a client: a credential and little else. */
  socketFirstFrameBytes: 16 * 1024,
  /** Connections of a process that have not said who they are, and those of one address among them. */
  socketsUnauthenticated: 1000,
  socketsUnauthenticatedPerAddress: 100,
  /** How long a new one is not sent away to make room for others. */
  socketPatienceMs: 1_000,
  /** How long a client that was sent away may take to close its side. */
  socketFarewellMs: 1_000,
  /** Connections of one organization to one process. */
  socketsPerOrganization: 1000,
  /** Of one connection, whatever they are to. */
  socketSubscriptions: 200,
  /** How long a connection may live, so that clients spread over the processes there are. */
  socketLifetimeSeconds: 24 * 3600,
  /** Frames of one client: at a time, a second, and read ahead. */
  socketFrameBurst: 500,
  socketFramesPerSecond: 100,
  socketFramesWaiting: 64,
  /** What may wait for a client that reads slowly; past it events are left out. */
  socketBufferBytes: 1024 * 1024,
  /** A client that lags for so long is dropped. */
  socketLagMs: 30_000,
  socketHeartbeatMs: 30_000,
  /** Clients of a process that stops come back within this time, each at its own moment. */
  socketReconnectMs: 5_000,

  /** How often a process looks for itself whether something it follows has moved on. */
  realtimePollMs: 1000,

  /** How long one look before the start may take; most ask the network. */
  preflightMs: 10_000,
  /** How far the database's clock may be from ours, and that of the identity provider, which tells whole seconds. */
  clockDriftMs: 2_000,
  /** How long the database must keep its binary log at least, so that copies of it can fall behind. */
  binaryLogSeconds: 48 * 3600,
} as const

/** What has to hold between limits, and the reason. */
type LimitRule = readonly [holds: boolean, reason: string]

/** @throws Error when two limits of a file contradict each other; called at boot, by who owns them */
export function assertRules(file: string, rules: readonly LimitRule[]) {
  for (const [holds, reason] of rules) {
    if (!holds) throw new Error(`Contradicting limits in ${file}: ${reason}`)
  }
}

export function assertLimits(limits: Record<keyof typeof LIMITS, number> = LIMITS) {
  assertRules('app/limits.ts', [
    [limits.listDefault <= limits.listMax, 'listDefault must not exceed listMax'],
    [limits.listMax < limits.listScanRows, 'a page must be allowed to look at all rows it shows'],
    [limits.pathBytes * 4 <= 3072 - 144, 'a path and its realm id must fit one InnoDB index key'],
    [limits.outboxRetryMs <= limits.outboxRetryCapMs, 'outboxRetryMs must not exceed its cap'],
    [limits.outboxAgainMs <= limits.outboxAgainCapMs, 'outboxAgainMs must not exceed its cap'],
  ])
}

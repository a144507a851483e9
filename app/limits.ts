/**
 * Every limit of the host, and of more than one module, in one place, each with its unit in its name.
 * A module's own stand in its `limits.ts`. Limits that depend on each other are asserted at boot.
 */
export const LIMITS = {
  /** The longest window of a policy's `windowLte`: 31 days. */
  policyWindowSecondsMax: 31 * 24 * 3600,
  /** Largest JSON request body. A bulk request of 500 transfers stays below it. */
  requestBodyBytes: 1024 * 1024,
  /** Largest body of a route that needs no credential, including a browser's forms. */
  publicBodyBytes: 16 * 1024,
  /** Limits of a JSON body: levels, keys of one object, items of one list, and values in all. */
  bodyDepth: 32,
  bodyKeys: 1000,
  bodyItems: 5000,
  bodyValues: 65_536,
  /**
   * Parts of a body with a file, characters of each field in it and of its name, and such bodies in
   * one process, of all organizations and of one.
   */
  uploadParts: 32,
  uploadFieldLength: 64 * 1024,
  uploadNameLength: 128,
  uploadsAtOnce: 3,
  uploadsOfOrganization: 1,
  /**
   * Bytes that are still received of a body that was refused unread, so that its sender hears the
   * answer.
   */
  unreadBodyBytes: 16 * 1024 * 1024,
  unreadBodyMs: 5_000,
  httpKeepAliveTimeoutMs: 65_000,
  httpRequestTimeoutMs: 30_000,
  /** How long the headers of a request may take, or a new connection without a request. */
  httpHeadersTimeoutMs: 10_000,
  httpTimeoutLookMs: 5_000,
  /** Connections of one address to one process. */
  connectionsPerAddress: 4_000,
  requestIdLength: 64,

  /** Characters of an `Idempotency-Key`, which are visible ASCII. */
  idempotencyKeyLength: 255,
  /** How long the answer to a request that made no operation is kept for its retries. */
  keptAnswerSeconds: 24 * 3600,

  /** Names of realms and API keys, and display names. */
  nameLength: 100,
  urlLength: 2048,
  /** Characters of a search of the documentation. */
  docsQueryLength: 100,
  /** UTF-8 bytes of a path: with four bytes a character it still fits one InnoDB index key. */
  pathBytes: 512,
  pathSegmentLength: 128,
  metadataBytes: 4096,
  metadataKeys: 32,
  metadataKeyLength: 63,
  metadataValueLength: 256,

  listDefault: 1000,
  listMax: 1000,
  cursorLength: 512,
  /** Unknown fields that one refusal names. */
  unknownFieldsShown: 64,
  /**
   * Rows that one page of a filtered list may look at; past it the page ends early, with a cursor.
   */
  listScanRows: 10_000,

  accessTokenLength: 8192,

  /**
   * How far a request's signature timestamp may be from the service's clock, in either direction.
   */
  signatureToleranceSeconds: 5 * 60,

  /** Valid credentials that a process remembers, for callers whose neighbours send bad ones. */
  provenCredentials: 20_000,
  /**
   * How long the refusal of a caller that is refused all the time is held back, and how many are
   * held at once.
   */
  refusalHoldMs: 1_000,
  refusalsHeld: 2_000,

  /** Characters of statements that are sent together. */
  joinedStatementsLength: 256 * 1024,
  /** From so many rows on they are sent as data: for fewer the turn that this adds costs more. */
  loadedRows: 100,
  transactionRetries: 5,
  /**
   * How long a connection to the database, or a transaction there, may be silent. Longer than any single
   * statement of a server or a worker takes, and than an idle connection is kept.
   */
  databaseSilenceMs: 180_000,
  /** How long a shared read may hold back the next one of the same thing. */
  sharedReadPatienceMs: 250,
  /** Bytes of the answers that a process keeps because they may be asked for again unchanged. */
  versionedAnswersBytes: 16 * 1024 * 1024,

  /** How long an answer of `/health/ready` serves whoever asks next. */
  healthKeptMs: 1_000,

  outboxBatch: 200,
  /** How often each worker asks what the outbox owes, and which periodic jobs that rest have something to do. */
  dueLookMs: 1000,
  /**
   * First repeated publication of an unfinished job; the delay doubles with every attempt, up to
   * the cap.
   */
  outboxRetryMs: 5_000,
  outboxRetryCapMs: 300_000,
  /** How often a job whose row cannot be read yet is looked at, and the first pause; it doubles. */
  unseenJobRuns: 6,
  unseenJobWaitMs: 100,
  /** The first pause of a job that could not reach the database, and the longest; it doubles. */
  lostJobWaitMs: 250,
  lostJobWaitCapMs: 15_000,
  /** How soon a job is woken again that did not fail and is not finished. */
  outboxAgainMs: 2_000,
  /** The longest such delay; it grows with the number of attempts. */
  outboxAgainCapMs: 60_000,
  /** Characters of the error of a failed job that operators read, and of what they give as a reason. */
  jobErrorLength: 300,
  operatorReasonLength: 300,
  operatorFormTokenLength: 1024,
  /** Owed jobs on one page of operators, and entries of their log below it. */
  owedPage: 25,
  operatorLogShown: 25,
  /** Owed jobs that are counted by queue, the oldest ones: a backlog may be long. */
  owedCounted: 20_000,
  /** Things that the page names of those that one job is about. */
  jobConcernsShown: 5,

  /** Bytes of one frame of a client. The longest frames name the paths of a watch. */
  socketFrameBytes: 64 * 1024,
  /** How long a client may take to authenticate. */
  socketAuthMs: 10_000,
  /** Bytes of a client's first frame, which has a credential and little else. */
  socketFirstFrameBytes: 16 * 1024,
  /** Unauthenticated connections of a process, and those of one address among them. */
  socketsUnauthenticated: 1000,
  socketsUnauthenticatedPerAddress: 100,
  /** How long a new unauthenticated connection is not closed to make room for others. */
  socketPatienceMs: 1_000,
  /** How long a client whose connection is closed may take to close its side. */
  socketFarewellMs: 1_000,
  /** Connections of one organization to one process. */
  socketsPerOrganization: 1000,
  /** Subscriptions of one connection, of every topic. */
  socketSubscriptions: 200,
  /** The longest life of a connection, so that clients spread over the processes. */
  socketLifetimeSeconds: 24 * 3600,
  /** Frames of one client: at once, per second, and read ahead. */
  socketFrameBurst: 500,
  socketFramesPerSecond: 100,
  socketFramesWaiting: 64,
  /** Bytes that may wait for a client that reads slowly; past it events are left out. */
  socketBufferBytes: 1024 * 1024,
  /** A client that lags this long is disconnected. */
  socketLagMs: 30_000,
  socketHeartbeatMs: 30_000,
  /** Clients of a process that stops reconnect within this time, each at a random moment. */
  socketReconnectMs: 5_000,

  /** How often a process reads whether what it follows has changed, without a wake. */
  realtimePollMs: 1000,

  /** How often a process with workers tells which queues it works at. */
  servedQueuesMs: 5_000,
  /** After this long without a word it is taken for dead. */
  servedQueuesForgottenMs: 30_000,
  /** In so many traces at most a job stands that goes on with operations of many. */
  tracesOfJob: 20,
  /** Server processes of one machine. */
  servers: 64,
  /** Cores for each server that posts realms for the others. */
  coresOfHome: 4,
  /** Cores that a server fills together with its database; servers beyond that stand by. */
  coresOfServer: 2,
  /** How long one of them may owe another one answers and say nothing; then it is done without. */
  siblingPatienceMs: 5_000,
  /** How long jobs may go on in a worker that is told to stop; then another one runs them. */
  jobsEndMs: 15_000,
  /** How long it waits for jobs that no row owes: the next worker runs them anyway. */
  periodicJobsEndMs: 3_000,

  /** How long a server that is told to stop waits for the requests that it has; then it cuts them off. */
  requestsEndMs: 30_000,
  /** How long any other part of a process may take to stop, and what holds a database connection then. */
  partEndMs: 4_000,
  /** After this long a process that was told to stop ends as it is; `deploy/` kills it later. */
  stopMs: 42_000,

  /** How often the metrics that all processes share are read, by one process for all. */
  sharedMetricsMs: 10_000,
  /** How long one of their sources may take, and all that are due in one scrape. */
  sharedMetricPatienceMs: 1_000,
  sharedMetricsPatienceMs: 3_000,

  /** How long one check before a start may take; most ask the network. */
  preflightMs: 10_000,
  /** What the file system of the service should have left, in bytes. */
  diskFreeBytes: 2 ** 30,
  /**
   * How far the clocks of the database and the identity provider may differ from the service's; the
   * provider tells whole seconds.
   */
  clockDriftMs: 2_000,
  /**
   * How long the database must keep its binary log at least, so that copies of it may fall behind.
   */
  binaryLogSeconds: 48 * 3600,
  /** The least that the database should have of memory for its pages, and of redo log. */
  databaseRoomBytes: 512 * 2 ** 20,
} as const

/** What has to hold between limits, and the reason. */
type LimitRule = readonly [holds: boolean, reason: string]

/** @throws Error when two limits of a file contradict each other; its owner calls this at boot */
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
    [
      limits.uploadsOfOrganization < limits.uploadsAtOnce,
      'one organization must leave room for the files of others',
    ],
    [limits.outboxRetryMs <= limits.outboxRetryCapMs, 'outboxRetryMs must not exceed its cap'],
    [limits.periodicJobsEndMs <= limits.jobsEndMs, 'what nobody owes is waited for no longer'],
    [
      limits.jobsEndMs + 5 * limits.partEndMs <= limits.stopMs &&
        limits.requestsEndMs + 3 * limits.partEndMs <= limits.stopMs,
      'a process must have the time that its parts may take to stop',
    ],
    [limits.outboxAgainMs <= limits.outboxAgainCapMs, 'outboxAgainMs must not exceed its cap'],
    [limits.lostJobWaitMs <= limits.lostJobWaitCapMs, 'lostJobWaitMs must not exceed its cap'],
    [
      limits.servedQueuesMs * 2 < limits.servedQueuesForgottenMs,
      'one lost word must not make a worker look dead',
    ],
  ])
}

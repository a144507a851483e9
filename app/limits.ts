/**
 * Every limit of the service, in one place, with its unit in its name. Limits that depend on each
 * other are asserted at boot by `assertLimits`.
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
  descriptionLength: 1000,
  bannerLength: 200,
  urlLength: 2048,
  /** 10 percent. */
  applicationFeeTenthsBpsMax: 10_000,
  emailLength: 254,
  /** A path in UTF-8 bytes: four bytes a character still fit one InnoDB index key. */
  pathBytes: 512,
  pathSegmentLength: 128,
  metadataBytes: 4096,
  /** What a failed operation says of its reason, in characters. */
  failureMessageLength: 500,
  /** Objects that one entry of a recovery sweeps. */
  recoveredObjects: 200,

  /** Labels of one object or folder. */
  labelKeys: 32,
  labelKeyLength: 63,
  /** In characters (code points). */
  labelValueLength: 256,
  /** All keys and values of one object together, as canonical JSON in UTF-8. */
  labelsBytes: 4096,

  usdIntegerDigits: 24,
  usdScale: 6,

  listDefault: 1000,
  listMax: 1000,
  journalListDefault: 100,
  journalListMax: 500,
  cursorLength: 512,
  /** Unknown fields one refusal names. */
  unknownFieldsShown: 64,
  /** The cursor of a folder names a path and a child path. */
  browseCursorLength: 4096,
  /** Rows one page of a filtered list may look at; past it the page ends early, with a cursor. */
  listScanRows: 10_000,
  /** Entries of named operations one page may pick out; above it the whole realm's are read and filtered. */
  listMergedEntries: 1000,
  /** Objects whose histories one page may merge; above it the whole realm's is read and filtered. */
  listMergedObjects: 64,
  /** Entries of other operations one page of an export shows in full to prove its own. */
  exportProofEntries: 5_000,
  /** Request texts one page of an export may carry; past it the page ends early, with a cursor. */
  exportPageBytes: 8 * 1024 * 1024,
  /** Newest entries of one realm that a request may verify; `ledger:check` verifies all. */
  verifiedEntries: 20_000,
  /** Realms a process verifies at a time: each holds a connection for seconds. */
  verificationsAtOnce: 2,

  accessTokenLifetimeSeconds: 15 * 60,
  refreshTokenLifetimeSeconds: 30 * 24 * 3600,
  idTokenLength: 8192,
  /** An ID token's `sub`, by OpenID Connect. */
  subjectLength: 255,
  refreshTokenLength: 128,
  accessTokenLength: 8192,
  returnToLength: 2048,
  redirectUriLength: 2048,
  stateLength: 1024,
  /** PKCE verifiers are 43 to 128 characters. */
  codeVerifierLength: 128,
  codeLength: 4096,

  /** How far the clocks of the identity provider and of this machine may differ. */
  idTokenToleranceSeconds: 5,
  /** An ID token says that somebody signs in now: one that was issued longer ago is refused. */
  idTokenAgeSeconds: 600,
  /** Whoever confirms what cannot be undone must have signed in at the provider this recently. */
  freshSignInSeconds: 600,
  identityProviderTimeoutMs: 3000,
  /** An unknown key id makes us fetch the provider's keys again, at most this often. */
  identityKeysCooldownMs: 10_000,

  /** Verified access tokens remembered per process. */
  rememberedTokens: 20_000,
  /** Their length together; a scoped token may have thousands of characters. */
  rememberedTokenCharacters: 32 * 1024 * 1024,
  /** How long a process signs with the newest key it knows before it looks for a newer one. */
  keyRingAgeMs: 30_000,

  browserSessionSeconds: 8 * 3600,
  /** How much of what a browser or program calls itself a list of sessions shows. */
  userAgentLength: 120,
  pendingSignInSeconds: 600,
  devIdTokenSeconds: 600,
  devCodeSeconds: 60,

  /** Prefixes of operation paths that a realm keeps for its builder. */
  reservedOperationPaths: 50,

  /** How far a request's signature timestamp may be from our clock, either way. */
  signatureToleranceSeconds: 5 * 60,
  /** Claims of signatures are kept this long after the signature has run out: clocks of processes differ. */
  signatureClaimRetentionSeconds: 3600,
  /** Signatures of reads that a process remembers. */
  rememberedReadSignatures: 20_000,
  /** Keys after the organization's first one wait this long, so that a thief's key is noticed. */
  signingKeyGraceSeconds: 72 * 3600,
  /** How long a process believes what it last read of a signing key: a revocation elsewhere waits no longer. */
  signingKeyFreshMs: 500,
  /** Signing keys a process remembers at a time, known and unknown fingerprints alike. */
  rememberedSigningKeys: 20_000,

  /** How long a confirmation in a browser may take, and how long its token lives at most. */
  stepUpLifetimeSeconds: 5 * 60,
  /** Confirmations one credential may have open at a time. */
  stepUpsOpen: 20,
  /** Decided confirmations stay readable this long; the audit log keeps who approved. */
  stepUpRetentionSeconds: 7 * 24 * 3600,

  scopedTokenMinutesDefault: 60,
  scopedTokenMinutesMax: 1440,
  /** An end user's id, as the `sub` of a scoped token. */
  scopedSubjectLength: 255,
  scopeStatements: 50,
  /** Actions, and resources, of one statement. */
  scopeActions: 100,
  scopeResources: 100,
  /** Pairs of patterns compared when a restricted credential mints: ten milliseconds of everybody's time. */
  scopeComparisons: 250_000,
  /** A scope as JSON text: every check of its credential walks through it. */
  scopeBytes: 16 * 1024,
  /** How long a process believes what it last read of an API key: a revocation elsewhere waits no longer. */
  apiKeyFreshMs: 500,
  /** How long a process believes what it last read of ended sessions and revoked tokens. */
  endedFreshMs: 500,
  /** API keys a process remembers at a time, known and unknown prefixes alike. */
  rememberedApiKeys: 20_000,

  /** Details of one audit entry, as JSON; longer texts and lists in it are cut first. */
  auditDetailsBytes: 4096,
  auditTextLength: 512,
  auditListLength: 20,
  /** Refusals of one credential that are written in a minute; the rest are counted. */
  auditDenialsPerMinute: 20,
  auditOrgDenialsPerMinute: 500,
  auditDenialsInFlight: 50,
  /** Credentials whose refusals a process counts at a time. */
  auditDeniedCredentials: 10_000,

  /** Credentials a process remembers as good, for callers whose neighbours show bad ones. */
  provenCredentials: 20_000,
  /** How long the refusal of a caller that is refused all the time is kept back, and how many are at once. */
  refusalHoldMs: 1_000,
  refusalsHeld: 2_000,

  /** Requests waiting in one posting lane; past it callers get 503 OVERLOADED. */
  lanePendingRequests: 10_000,
  /** Requests one group transaction may carry. */
  groupRequests: 512,
  /** Text bytes (paths, inputs, outcomes) one group may carry: keeps a commit far below max_allowed_packet. */
  groupBytes: 4 * 1024 * 1024,
  /** Entries up to which a group is written in one turn: more are worth writing while text is made. */
  joinedEntries: 16,
  /** Characters of statements that go together. */
  joinedStatementsLength: 256 * 1024,
  /** Transfers of one bulk request; all of them fit one group. */
  bulkTransfers: 500,
  /** Transfers of one bulk that are planned before others have their turn. */
  bulkTransfersATurn: 32,
  postingLanes: 4,
  /** How long the answers of a group may wait for the group after it to be on its way. */
  heldAnswersMs: 20,
  postingRetries: 5,
  transactionRetries: 5,

  /** How long a caller waits to be told the transaction that carries a withdrawal. */
  settlementStartMs: 2_000,

  /** Of a co-signer that is a contract; a key's has 132 characters. */
  cosignatureLength: 8192,
  /** 365 days; the contract's own limit. */
  longestTimeLockSeconds: 365 * 24 * 3600,

  outboxBatch: 200,
  outboxPollMs: 1000,
  /** First republication of a job nobody finished; doubles with every attempt up to the cap. */
  outboxRetryMs: 5_000,
  outboxRetryCapMs: 300_000,
  /** How soon a job that is not finished, but did not fail, is woken again. */
  outboxAgainMs: 2_000,
  /** The longest such wait; it grows with how often the job was woken. */
  outboxAgainCapMs: 60_000,

  /** Why a realm was halted, in characters. */
  haltReasonLength: 500,
  /** The newest halts of a realm that its admin page lists. */
  haltsShown: 50,

  /** How long an object may stay blocked while it is being deleted. */
  objectDeletionMs: 5 * 60_000,
  temporaryRealmMs: 30 * 24 * 3600_000,
  /** Realms or deletions the reaper reads at a time. */
  reaperBatch: 100,

  /** How long the address of a live deposit is looked at closely; after that now and then, for ever. */
  depositWatchMs: 30 * 60_000,
  /** Less from outside waits for more to the same address: each credit is an operation for ever. */
  depositLeastMicros: 10_000,
  /** Addresses of deposits one look at the chain takes up; topics of one query of logs. */
  depositLookups: 500,
  depositLogRange: 2_000,

  /** Candles one answer shows. */
  candles: 5000,
  /** Candles kept of each market and interval. */
  candlesKept: 5760,
  /** How long the ticks of a feed are kept for realms that are behind. */
  venueTicksKeptMs: 24 * 3600_000,
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

  /** Prices older than this are shown as stale: five ticks of the simulated feed were missed. */
  midStaleSeconds: 15,
  /** Flows that one answer of profit and loss lists; all of them are summed. */
  pnlFlows: 10_000,
  /** Points of one history. */
  historyPoints: 1000,

  linkReturnUrlLength: 2048,
  /** Schemes of applications an operator registers for return URLs. */
  returnUrlSchemes: 10,
  linkMetadataKeys: 32,
  linkMetadataKeyLength: 63,
  linkMetadataValueLength: 256,
  paymentLinkMinutesDefault: 60,
  paymentLinkMinutesMax: 10_080,
  /** How long past its deadline a link waits for money that was seen and is not final yet. */
  paymentLinkSeenMs: 60 * 60_000,
  /** After its deadline a live deposit link is over when the blocks before it have been read. */
  paymentLinkBlocksMs: 10_000,
  /** Payment pages one process keeps informed at a time; past it pages ask by themselves. */
  paymentStreams: 500,
  /** A page opens its stream again after this: no connection holds up the end of a process. */
  paymentStreamMs: 25_000,
  paymentStreamPollMs: 1000,
  /** What a payer may type into a form. */
  addressTextLength: 64,
  /** A logo that a payment page shows; larger ones are left out. */
  logoBytes: 512 * 1024,
  logoTimeoutMs: 4000,
  logoFreshMs: 10 * 60_000,
  /** Logos a process keeps, of 512 KiB at most each. */
  rememberedLogos: 64,

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
  /** Of one connection: paths, markets, watches. */
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
  /** Pushes of one realm are so far apart at least, and no later than that while there is time. */
  pushEveryMs: 40,
  pushWithinMs: 170,
  /** Entries a process that fell behind makes up for; past it clients are shown the state again. */
  pushedEntries: 5000,

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

  /** How long one look before the start may take; most ask the network. */
  preflightMs: 10_000,
  /** How far the database's clock may be from ours, and that of the identity provider, which tells whole seconds. */
  clockDriftMs: 2_000,
  /** Block times run ahead a little; a newest block that is older than that is worth a word. */
  blockAheadMs: 15_000,
  blockBehindMs: 10 * 60_000,
  /** How long the database must keep its binary log at least, so that copies of it can fall behind. */
  binaryLogSeconds: 48 * 3600,

  /** Realms whose venue a process remembers, each with all its accounts and live orders. */
  rememberedVenues: 500,
  /** Twenty ticks: an older price is no price to trade at. */
  venueFeedDeadMs: 60_000,
  /** A decimal text of the venue: digits, point and sign. */
  venueDecimalLength: 40,
  marketIdLength: 64,
  ocoGroupIdLength: 64,
  /** An entry with a take-profit and a stop-loss. */
  bracketOrders: 3,
  /** The highest any market could offer. */
  leverageMax: 1000,
} as const

/** @throws Error when two limits contradict each other; called once at boot. */
export function assertLimits(limits: Record<keyof typeof LIMITS, number> = LIMITS) {
  const rules: [boolean, string][] = [
    [limits.listDefault <= limits.listMax, 'listDefault must not exceed listMax'],
    [
      limits.journalListDefault <= limits.journalListMax,
      'journalListDefault must not exceed journalListMax',
    ],
    [limits.listMax < limits.listScanRows, 'a page must be allowed to look at all rows it shows'],
    [limits.groupRequests <= limits.lanePendingRequests, 'a lane must hold at least one group'],
    [limits.bulkTransfers <= limits.groupRequests, 'an atomic bulk must fit one group'],
    [
      limits.requestBodyBytes <= limits.groupBytes,
      'one request must always fit into a group, or it could never be posted',
    ],
    [
      limits.publicBodyBytes >= limits.idTokenLength + limits.codeLength,
      'a sign-in must fit the body of a public route',
    ],
    [
      limits.bodyItems >= Math.max(limits.bulkTransfers, limits.simTapeCandles),
      'the longest list of a request must be allowed to have its items',
    ],
    // A candle has six keys and is a value itself.
    [limits.bodyValues >= limits.simTapeCandles * 8, 'the longest recording must fit a body'],
    [limits.pathBytes * 4 <= 3072 - 144, 'a path and its realm id must fit one InnoDB index key'],
    [limits.outboxRetryMs <= limits.outboxRetryCapMs, 'outboxRetryMs must not exceed its cap'],
    [limits.outboxAgainMs <= limits.outboxAgainCapMs, 'outboxAgainMs must not exceed its cap'],
    [
      limits.scopedTokenMinutesDefault <= limits.scopedTokenMinutesMax,
      'scoped token default above its max',
    ],
    [
      limits.pushEveryMs <= limits.pushWithinMs,
      'pushes must be allowed to be as far apart as they have to be',
    ],
    [limits.apiKeyFreshMs < 1000, 'a revoked API key must be refused everywhere within a second'],
    [limits.endedFreshMs < 1000, 'an ended session must be refused everywhere within a second'],
    [
      limits.signingKeyFreshMs < 1000,
      'a revoked signing key must be refused everywhere within a second',
    ],
    [
      limits.paymentLinkMinutesDefault <= limits.paymentLinkMinutesMax,
      'link default above its max',
    ],
  ]
  for (const [holds, reason] of rules) {
    if (!holds) throw new Error(`Contradicting limits in app/limits.ts: ${reason}`)
  }
}

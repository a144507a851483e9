import { LIMITS, assertRules } from '#app/limits'

export const LEDGER_LIMITS = {
  descriptionLength: 1000,
  bannerLength: 200,
  /** 10 percent. */
  applicationFeeTenthsBpsMax: 10_000,
  /** Characters of the reason of a failed operation. */
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

  journalListDefault: 100,
  journalListMax: 500,
  /** Length of a folder's cursor, which names a path and a child path. */
  browseCursorLength: 4096,
  /**
   * Entries of named operations that one page may pick out; for more, the whole realm's are read
   * and filtered.
   */
  listMergedEntries: 1000,
  /**
   * Objects whose histories one page may merge; for more, the whole realm's is read and filtered.
   */
  listMergedObjects: 64,
  /** Characters of the name of a fact from outside. */
  referenceLength: 255,
  /** Operations that one reference or transaction names; a block has no room for more movements. */
  listNamedOperations: 1000,
  /** Entries of other operations that one page of an export shows in full to prove its own. */
  exportProofEntries: 5_000,
  /**
   * Bytes of request texts in one page of an export; past it the page ends early, with a cursor.
   */
  exportPageBytes: 8 * 1024 * 1024,
  /**
   * Legs that a statement reads at a time. The database does not look up longer lists of entries in
   * a key.
   */
  statementPage: 500,
  /** Newest entries of one realm that a request verifies; `ledger:check` verifies all. */
  verifiedEntries: 20_000,
  /** Realms that a process verifies at a time: each holds a connection for seconds. */
  verificationsAtOnce: 2,

  /** Prefixes of operation paths that a realm keeps for its builder. */
  reservedOperationPaths: 50,

  /** Requests that wait in one posting lane; past it callers get 503 OVERLOADED. */
  lanePendingRequests: 10_000,
  /** Requests in one group transaction. */
  groupRequests: 512,
  /**
   * Text bytes (paths, inputs, outcomes) in one group: they keep a commit far below
   * max_allowed_packet.
   */
  groupBytes: 4 * 1024 * 1024,
  /**
   * With fewer entries, the two of a capture as one, a group is written and committed in one turn. One of so many writes
   * its own rows as data while the group before is still being written; and where twice as many are in flight, a group
   * takes half of them, so that this process and the database work at the same time.
   */
  largeGroup: 100,
  /** Transfers in one bulk request; all of them fit one group. */
  bulkTransfers: 500,
  /** Transfers of one bulk that are planned before other requests get their turn. */
  bulkTransfersATurn: 32,
  /** One that realms share, and others for what would hold up the rest. */
  postingLanes: 4,
  /** Lanes of realms whose lock somebody else has; each holds a connection for as long as it waits. */
  waitingLanes: 3,
  /** How long a group that came before the one that it follows waits for it in the database. */
  overtakenGroupMs: 4,
  /**
   * How long a large group, whose rows are written, waits for the one that it follows. It must be shorter
   * than the database lets anybody wait for a lock.
   */
  beforeGroupMs: 2_000,
  /** A lane whose group takes longer takes no further realms. */
  lateGroupMs: 250,
  /** Newest changes of an object among which one is looked for that may be stored already. */
  knownChanges: 32,
  /**
   * Groups that are not decided ahead after one that was in vain: it is work for nothing while
   * another process posts to the realm.
   */
  unforeseenGroups: 16,
  /**
   * Groups for which used operation paths are looked up before they are decided ahead, after one
   * that was refused by the database because a path was used.
   */
  lookedUpGroups: 16,
  /** How long a group may be decided on what was read before, and on how many objects. */
  outlookMs: 60_000,
  outlookObjects: 4_096,
  /** How long the answers of a group may wait until the next group is on its way. */
  heldAnswersMs: 20,
  postingRetries: 5,

  /** Captures of one hold: its answer names them all. */
  capturesOfHold: 100,
  /** Moves of one posting. */
  splitMoves: 100,
  /**
   * Bytes of the paths of all moves of a posting, as JSON strings. With 100 moves, their ids and their amounts, the
   * outcome stays below the 65,535 bytes of its column.
   */
  splitPathBytes: 40_000,
  /** Sources of a posting, and targets: together they make a move less than they are. */
  splitSides: 50,
  /** Reversals of one operation: its detail names them all. */
  reversalsOfOperation: 100,
  /** Characters of the reason of a reversal. */
  reversalReasonLength: 500,
  /** How long a hold may last over its end when nothing tells of that end. */
  holdExpiryMs: 60_000,
  /** A year. */
  holdSecondsMax: 31_536_000,

  /** Lines of a file that is imported, and its bytes: all of it is read before any is booked. */
  importLines: 1_000_000,
  importBytes: 512 * 1024 * 1024,
  /** Characters of one line. */
  importLineLength: 64 * 1024,
  /** Problems of a file that are listed. */
  importProblems: 100,
  /** Transactions that are handed to the poster together. */
  importedTogether: 500,
  /** How long an import waits for the deposit that it opens. */
  importDepositMs: 10 * 60_000,

  /** How long a caller waits for the transaction that carries a withdrawal. */
  settlementStartMs: 2_000,

  /** How long an object may stay blocked while it is being deleted. */
  objectDeletionMs: 5 * 60_000,
  temporaryRealmMs: 30 * 24 * 3600_000,
  /** Events that one transaction brings to a listener, and realms that a backfill reads at a time. */
  dispatchedEvents: 100,
  backfillRealms: 100,
  /** How long the events of a realm are gathered that follow others, before listeners are told of them. */
  dispatchGatherMs: 100,
  /** How many such transactions a listener has before the next one has its turn. */
  dispatchTurns: 20,
  /** How long one turn of a backfill may last. */
  backfillTurnMs: 10_000,
  /** How long a rollout takes at most: so long may processes run that do not know a new listener. */
  rolloutMs: 15 * 60_000,
  /** Realms or deletions that the reaper reads at a time. */
  reaperBatch: 100,

  /** Marks older than this are shown as stale. */
  midStaleSeconds: 15,

  /**
   * Least time between two pushes of one realm, and the longest delay of a push while there is
   * time.
   */
  pushEveryMs: 40,
  pushWithinMs: 170,
  /**
   * Entries that a process that fell behind still tells; past it clients are shown the state again.
   */
  pushedEntries: 5000,
} as const

/** @throws Error when two of them contradict each other; called once at boot */
export function assertLedgerLimits(
  limits: Record<keyof typeof LEDGER_LIMITS, number> = LEDGER_LIMITS
) {
  assertRules('modules/ledger/limits.ts', [
    [
      limits.journalListDefault <= limits.journalListMax,
      'journalListDefault must not exceed journalListMax',
    ],
    [limits.groupRequests <= limits.lanePendingRequests, 'a lane must hold at least one group'],
    [limits.waitingLanes > 0, 'a locked realm must have a lane'],
    [limits.postingLanes > 1, 'what cannot be foreseen must have a lane beside the first one'],
    [limits.bulkTransfers <= limits.groupRequests, 'an atomic bulk must fit one group'],
    [
      limits.bulkTransfers <= LIMITS.bodyItems,
      'the longest bulk must be allowed to have its items',
    ],
    [
      LIMITS.requestBodyBytes <= limits.groupBytes,
      'one request must always fit into a group, or it could never be posted',
    ],
    [
      limits.pushEveryMs <= limits.pushWithinMs,
      'pushes must be allowed to be as far apart as they have to be',
    ],
  ])
}

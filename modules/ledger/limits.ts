import { LIMITS, assertRules } from '#app/limits'

export const LEDGER_LIMITS = {
  descriptionLength: 1000,
  bannerLength: 200,
  /** 10 percent. */
  applicationFeeTenthsBpsMax: 10_000,
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

  journalListDefault: 100,
  journalListMax: 500,
  /** The cursor of a folder names a path and a child path. */
  browseCursorLength: 4096,
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

  /** Prefixes of operation paths that a realm keeps for its builder. */
  reservedOperationPaths: 50,

  /** Requests waiting in one posting lane; past it callers get 503 OVERLOADED. */
  lanePendingRequests: 10_000,
  /** Requests one group transaction may carry. */
  groupRequests: 512,
  /** Text bytes (paths, inputs, outcomes) one group may carry: keeps a commit far below max_allowed_packet. */
  groupBytes: 4 * 1024 * 1024,
  /** Entries up to which a group is written in one turn: more are worth writing while text is made. */
  joinedEntries: 16,
  /** Transfers of one bulk request; all of them fit one group. */
  bulkTransfers: 500,
  /** Transfers of one bulk that are planned before others have their turn. */
  bulkTransfersATurn: 32,
  postingLanes: 4,
  /** How long the answers of a group may wait for the group after it to be on its way. */
  heldAnswersMs: 20,
  postingRetries: 5,

  /** How long a caller waits to be told the transaction that carries a withdrawal. */
  settlementStartMs: 2_000,

  /** How long an object may stay blocked while it is being deleted. */
  objectDeletionMs: 5 * 60_000,
  temporaryRealmMs: 30 * 24 * 3600_000,
  /** Realms or deletions the reaper reads at a time. */
  reaperBatch: 100,

  /** Marks older than this are shown as stale. */
  midStaleSeconds: 15,

  /** Pushes of one realm are so far apart at least, and no later than that while there is time. */
  pushEveryMs: 40,
  pushWithinMs: 170,
  /** Entries a process that fell behind makes up for; past it clients are shown the state again. */
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

export const CUSTODY_LIMITS = {
  /** Of a co-signer that is a contract; a key's has 132 characters. */
  cosignatureLength: 8192,
  /** 365 days; the contract's own limit. */
  longestTimeLockSeconds: 365 * 24 * 3600,

  /** Why a realm was halted, in characters. */
  haltReasonLength: 500,
  /** The newest halts of a realm that its admin page lists. */
  haltsShown: 50,

  /** How long the address of a live deposit is looked at closely; after that now and then, for ever. */
  depositWatchMs: 30 * 60_000,
  /** Less from outside waits for more to the same address: each credit is an operation for ever. */
  depositLeastMicros: 10_000,
  /** Addresses of deposits one look at the chain takes up; topics of one query of logs. */
  depositLookups: 500,
  depositLogRange: 2_000,

  /** Block times run ahead a little; a newest block that is older than that is worth a word. */
  blockAheadMs: 15_000,
  blockBehindMs: 10 * 60_000,
} as const

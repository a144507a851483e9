export const CUSTODY_LIMITS = {
  /** Characters of the signature of a co-signer that is a contract; a key's has 132. */
  cosignatureLength: 8192,
  /** Keys that co-sign together; each costs gas with every signature. */
  groupMembers: 16,
  /** 365 days, which is the contract's own limit. */
  longestTimeLockSeconds: 365 * 24 * 3600,

  /** Characters of the reason of a halt. */
  haltReasonLength: 500,
  /** The newest rescues that a list shows. */
  rescuesShown: 100,
  /** A rescue that its admin has not asked the pool for until then is proposed no more. */
  rescueProposedMs: 30 * 24 * 3_600_000,

  /** The newest halts that the admin page of a realm lists. */
  haltsShown: 50,

  /**
   * How long the address of a live deposit is looked at often; afterwards it is looked at now and
   * then, for ever.
   */
  depositWatchMs: 30 * 60_000,
  /** How long a live deposit stands of which nobody was told where to pay: its process died then. */
  untoldDepositMs: 24 * 3_600_000,
  /**
   * A smaller amount from outside waits for more to the same address, because each credit is an
   * operation for ever.
   */
  depositLeastMicros: 10_000,
  /** Addresses of deposits in one look at the chain: topics of one query of logs. */
  depositLookups: 500,
  depositLogRange: 2_000,

  /** Block times run ahead a little; a newest block older than this is reported. */
  blockAheadMs: 15_000,
  blockBehindMs: 10 * 60_000,
} as const

// Generated from the documents of the service by `node ace client:generate`. Do not edit.

/** Why the service refuses, by code. */
export interface ErrorCodes {
  /** Reversals together move back what had arrived, and no more; error.details.reversible is what is left. */
  ALREADY_REVERSED: true
  /** The request needed approvals, and a person denied it; see error.details.approvalId. */
  APPROVAL_DENIED: true
  /** A statement of its scope has the condition approvals, and nothing can wait for them here: over a stream, or at an occurrence of a schedule. */
  APPROVAL_REQUIRED: true
  /** The price crosses the best one on the other side; error.details.best shows it. */
  BAD_ALO_PX: true
  /** A batch is one entry and one or two reduce-only triggers against it, of different kinds. */
  BAD_BATCH_GROUPING: true
  /** The mark has passed the trigger price of a take-profit or stop-loss already. */
  BAD_TRIGGER_PX: true
  /** The holder of its recovery key has locked it, or has taken what was in it. Nothing was stored. */
  BOUNDARY_FROZEN: true
  /** No chain is configured, its node does not answer, or it belongs to another chain. */
  CHAIN_UNAVAILABLE: true
  /** A balance or version is another one than the request expects; error.details shows condition and actual. */
  CONDITION_FAILED: true
  /** A resource with this identity exists, or its state does not permit the change. */
  CONFLICT: true
  /** What an armed boundary holds leaves only with the signature of its co-signer, not by a deletion. */
  COSIGN_DRAIN_REQUIRED: true
  /** A nonce belongs to one withdrawal and has its outcome for ever. */
  COSIGN_NONCE_USED: true
  /** The boundary is armed, and the request carries no co-signature. Nothing was stored. */
  COSIGN_REQUIRED: true
  /** All objects of a posting lie in one boundary: what crosses one settles by itself, and not together with other moves. */
  CROSSES_BOUNDARY: true
  /** More is there than when your right to delete it was checked. */
  DELETE_NOT_EMPTY: true
  /** The venue did not answer, or not as it should; never for an order it cannot fill. */
  EXCHANGE_ERROR: true
  /** A live account is being set up, or no live venue is connected to this installation. */
  EXCHANGE_PROVISIONING: true
  /** No statement of the credential allows the action on the resource, or one denies it. */
  FORBIDDEN: true
  /** An exit, a recovery key, a co-signer, a successor or a longer time lock that a thief left there takes or locks up value as soon as the realm goes on; error.details.waiting names them. */
  HALT_STANDS: true
  /** Value is committed to leave the object, or on its way to it. */
  HELD_OPERATIONS: true
  /** It was captured or released, or its time is over; error.details.status says which. */
  HOLD_NOT_OPEN: true
  /** An operation path, or an Idempotency-Key, repeats only the very same request. */
  IDEMPOTENCY_VIOLATION: true
  /** Its published keys or its discovery document could not be fetched. */
  IDENTITY_PROVIDER_UNAVAILABLE: true
  /** Available (settled less what is committed to leave) is below the amount. No operation was stored. */
  INSUFFICIENT_BALANCE: true
  /** The margin of the account does not cover this; error.details shows what is needed and there. */
  INSUFFICIENT_MARGIN: true
  /** An unexpected failure. Details are in the service log under the error id. */
  INTERNAL_ERROR: true
  /** The signature headers are incomplete, too old, made with an unusable key, used before, or do not fit the request; see error.details.reason. */
  INVALID_SIGNATURE: true
  /** The order or TWAP has ended. */
  INVALID_STATE: true
  /** The object has limits of its own; error.details shows the limit, what it allows and what was requested. */
  LIMIT_EXCEEDED: true
  /** Positions are closed at market only when the caller says so. */
  LIQUIDATION_REQUIRED: true
  /** The price feed has not ticked yet, or the realm is live and no live venue is configured. */
  MARKET_DATA_UNAVAILABLE: true
  /** Nothing is traded there any more. The operation is stored as failed. */
  MARKET_DELISTED: true
  /** The path exists, but not with this HTTP method. */
  METHOD_NOT_ALLOWED: true
  /** The route or resource does not exist, or is not accessible to this credential. */
  NOT_FOUND: true
  /** Nothing is offered within the slippage a market order may take. The operation is stored as failed. */
  NO_LIQUIDITY: true
  /** No usable object has this id or path; a fresh one is usable once its create operation has completed. */
  OBJECT_NOT_FOUND: true
  /** The object was deleted and created again between check and posting. */
  OBJECT_REPLACED: true
  /** error.details.reason says why. The operation is stored as failed. */
  ORDER_FAILED: true
  /** The posting queue is full. */
  OVERLOADED: true
  /** A withdrawn object keeps its path for ever. */
  PATH_RETIRED: true
  /** Request bodies are limited to 1 MiB, and to 16 KiB where no credential is asked for. */
  PAYLOAD_TOO_LARGE: true
  /** The credential sent more requests than it may, or has too many confirmations open; or the address did: on public routes, without a credential where one is needed, or with refused ones. The RateLimit-Remaining header tells a credential what is left. */
  RATE_LIMITED: true
  /** A platform admin has stopped it, or the service itself because its pool and its books disagree; error.details.type says whether only withdrawals or all movements are stopped. */
  REALM_HALTED: true
  /** A production realm is deleted only when none of its objects holds or awaits money. */
  REALM_NOT_EMPTY: true
  /** A realm-locked key or scoped token was used on a realm it was not made for. */
  REALM_SCOPE_MISMATCH: true
  /** A recovery key is registered once; error.details shows the one that holds or waits. */
  RECOVERY_KEY_ALREADY_SET: true
  /** The movement needs a chain or venue that this installation has not configured. */
  SETTLEMENT_UNAVAILABLE: true
  /** The request is destructive and concerns production or permanent value. */
  STEP_UP_REQUIRED: true
  /** A WebSocket connection holds 200 subscriptions at most. */
  SUBSCRIPTION_LIMIT: true
  /** A funded object is deleted only together with a sweep of what it holds. */
  SWEEP_REQUIRED: true
  /** The policy asks for more approvals than there are members besides the one who made the credential. */
  TOO_FEW_APPROVERS: true
  /** The organization has as many WebSocket connections open as it may have to one process; or so many unauthenticated ones are open, altogether or from this address, that one of them gave its place away or the next is not taken. */
  TOO_MANY_CONNECTIONS: true
  /** The Authorization header is missing, malformed, expired or unknown. */
  UNAUTHORIZED: true
  /** The database did not answer. The outcome of a write may be unknown. */
  UNAVAILABLE: true
  /** A field is missing, has the wrong type or breaks a rule, or the body is not JSON. */
  VALIDATION_ERROR: true
  /** An object has a type that no loaded module values. A total without it would be wrong. */
  VALUATION_UNAVAILABLE: true
  /** A realm has 5000 watches made over HTTP that somebody still reads. */
  WATCH_LIMIT: true
  /** Nobody has signed in with this identity before, and an account belongs to an organization. */
  new_account_requires_org: true
}

export type ErrorCode = keyof ErrorCodes

/** Codes with which the same request may succeed later. */
export const RETRYABLE_CODES: readonly ErrorCode[] = [
  'CHAIN_UNAVAILABLE',
  'EXCHANGE_ERROR',
  'EXCHANGE_PROVISIONING',
  'HALT_STANDS',
  'HELD_OPERATIONS',
  'IDENTITY_PROVIDER_UNAVAILABLE',
  'MARKET_DATA_UNAVAILABLE',
  'OBJECT_REPLACED',
  'OVERLOADED',
  'RATE_LIMITED',
  'REALM_HALTED',
  'SETTLEMENT_UNAVAILABLE',
  'TOO_MANY_CONNECTIONS',
  'UNAVAILABLE',
  'VALUATION_UNAVAILABLE',
  'WATCH_LIMIT',
]

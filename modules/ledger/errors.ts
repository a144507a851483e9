import type { ErrorEntries } from '#app/http/errors/catalogue'

/** The errors of the ledger, besides the host's own codes. */
export const LEDGER_ERRORS = {
  OBJECT_NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'The object does not exist or is not created completely yet.',
    why: 'No usable object has this id or path; a fresh one is usable once its create operation has completed.',
    fix: 'Create it with POST /api/v1/objects, or correct the id or path; a fresh one is usable once its create operation is completed: GET /api/v1/operations/:id.',
  },
  INSUFFICIENT_BALANCE: {
    status: 400,
    retryable: false,
    message: 'The source object does not have enough available.',
    why: 'Available (settled less what is committed to leave) is below the amount. No operation was stored.',
    fix: 'Fund the source or send less; error.details shows available and required.',
  },
  HOLD_NOT_OPEN: {
    status: 409,
    retryable: false,
    message: 'The hold is not open any more.',
    why: 'It was captured or released, or its time is over; error.details.status says which.',
    fix: 'Open a new hold with POST /api/v1/holds.',
  },
  CONDITION_FAILED: {
    status: 409,
    retryable: false,
    message: 'A condition of the request does not hold. Nothing was stored.',
    why: 'A balance or version is another one than the request expects; error.details shows condition and actual.',
    fix: 'Read the balances again (GET /api/v1/objects/:id/balances), and decide anew.',
  },
  LIMIT_EXCEEDED: {
    status: 409,
    retryable: false,
    message: 'A limit of the object does not allow the movement. Nothing was stored.',
    why: 'The object has limits of its own; error.details shows the limit, what it allows and what was requested.',
    fix: 'Move less; GET /api/v1/objects/:id/limits shows the limits, and PUT changes them.',
  },
  ALREADY_REVERSED: {
    status: 409,
    retryable: false,
    message: 'The operation has less left to reverse than is asked. Nothing was stored.',
    why: 'Reversals together move back what had arrived, and no more; error.details.reversible is what is left.',
    fix: 'Reverse what is left, if anything is; GET /api/v1/operations/:id shows reversals and reversedAmount.',
  },
  PATH_RETIRED: {
    status: 409,
    retryable: false,
    message: 'This path was retired by a full withdrawal.',
    why: 'A withdrawn object keeps its path for ever.',
    fix: 'Send another path: GET /api/v1/objects/:id/versions shows what stood at this one.',
  },
  OBJECT_REPLACED: {
    status: 409,
    retryable: true,
    message: 'The object at this path was replaced while the request ran. Nothing was stored.',
    why: 'The object was deleted and created again between check and posting.',
    fix: 'Repeat the same request with the same path.',
  },
  HELD_OPERATIONS: {
    status: 409,
    retryable: true,
    message: 'The object has pending operations that hold money.',
    why: 'Value is committed to leave the object, or on its way to it.',
    fix: 'Wait until they have ended (GET /api/v1/operations?objectId= lists them), and delete the object again.',
  },
  SWEEP_REQUIRED: {
    status: 409,
    retryable: false,
    message: 'The object holds value.',
    why: 'A funded object is deleted only together with a sweep of what it holds.',
    fix: 'Send the request again with sweepToPath, the path of the object that takes it.',
  },
  LIQUIDATION_REQUIRED: {
    status: 409,
    retryable: false,
    message: 'The object has open positions.',
    why: 'Positions are closed at market only when the caller says so.',
    fix: 'Send the request again with liquidatePositions: true, or close them with POST /api/v1/objects/:id/exchange/positions/:market/close.',
  },
  DELETE_NOT_EMPTY: {
    status: 409,
    retryable: false,
    message: 'The object received value while it was being deleted. Nothing was deleted.',
    why: 'More is there than when your right to delete it was checked.',
    fix: 'Read GET /api/v1/objects/:id/deletion-readiness and request the deletion again.',
  },
  REALM_NOT_EMPTY: {
    status: 409,
    retryable: false,
    message: 'The production realm has objects that hold value.',
    why: 'A production realm is deleted only when none of its objects holds or awaits money.',
    fix: 'Withdraw what they hold with POST /api/v1/defund-account, wait for pending operations, and delete the realm again.',
  },
  SETTLEMENT_UNAVAILABLE: {
    status: 503,
    retryable: true,
    message:
      'The movement needs a settlement rail that this installation does not have. Nothing was stored.',
    why: 'The movement needs a chain or venue that this installation has not configured.',
    fix: 'Ask the operator to configure CHAIN_RPC_URL, or use a realm and objects that need none.',
  },
} as const satisfies ErrorEntries

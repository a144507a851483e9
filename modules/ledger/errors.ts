import type { ErrorEntries } from '#app/http/errors/catalogue'

/** What the ledger refuses with, besides the host's own codes. */
export const LEDGER_ERRORS = {
  OBJECT_NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'The object does not exist or is not created completely yet.',
    why: 'No usable object has this id or path; a fresh one is usable once its create operation has completed.',
    fix: 'Wait until the create operation is completed, or check the id or path.',
  },
  INSUFFICIENT_BALANCE: {
    status: 400,
    retryable: false,
    message: 'The source does not have enough available.',
    why: 'Available (settled less what is committed to leave) is below the amount. No operation was stored.',
    fix: 'Fund the source or send less; error.details shows available and required.',
  },
  PATH_RETIRED: {
    status: 409,
    retryable: false,
    message: 'This path was retired by a full withdrawal.',
    why: 'A withdrawn object keeps its path for ever.',
    fix: 'Create the object at another path.',
  },
  OBJECT_REPLACED: {
    status: 409,
    retryable: true,
    message: 'The object at this path was replaced while the request ran. Nothing was stored.',
    why: 'The object was deleted and created again between check and posting.',
    fix: 'Repeat the same request.',
  },
  HELD_OPERATIONS: {
    status: 409,
    retryable: true,
    message: 'Operations of this object are still in flight.',
    why: 'Value is committed to leave the object, or on its way to it.',
    fix: 'Wait until the pending operations of the object have ended, and delete it again.',
  },
  SWEEP_REQUIRED: {
    status: 409,
    retryable: false,
    message: 'The object holds value; name where it goes.',
    why: 'A funded object is deleted only together with a sweep of what it holds.',
    fix: 'Send the request again with sweepToPath.',
  },
  LIQUIDATION_REQUIRED: {
    status: 409,
    retryable: false,
    message: 'The object has open positions.',
    why: 'Positions are closed at market only when the caller says so.',
    fix: 'Close the positions, or send the request again with liquidatePositions: true.',
  },
  DELETE_NOT_EMPTY: {
    status: 409,
    retryable: false,
    message: 'Value arrived at the object while it was being deleted. Nothing was deleted.',
    why: 'More is there than when your right to delete it was checked.',
    fix: 'Read the deletion readiness of the object and request the deletion again.',
  },
  REALM_NOT_EMPTY: {
    status: 409,
    retryable: false,
    message: 'Objects of this production realm still hold value.',
    why: 'A production realm is deleted only when none of its objects holds or awaits money.',
    fix: 'Withdraw what the objects hold, wait for what is in flight, and delete the realm again.',
  },
  SETTLEMENT_UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'No settlement rail can carry this movement here. Nothing was stored.',
    why: 'The movement needs a chain or venue that this installation has not configured.',
    fix: 'Ask the operator to configure custody, or use a realm and objects that need none.',
  },
} as const satisfies ErrorEntries

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
  IDEMPOTENCY_VIOLATION: {
    status: 409,
    retryable: false,
    message: 'This operation path was used before with other inputs.',
    why: 'An operation path is unique per realm and repeats only the very same request.',
    fix: 'Use a new operation path, or read the existing operation in error.details.operationId.',
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
  SETTLEMENT_UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'No settlement rail can carry this movement here. Nothing was stored.',
    why: 'The movement needs a chain or venue that this installation has not configured.',
    fix: 'Ask the operator to configure custody, or use a realm and objects that need none.',
  },
} as const satisfies ErrorEntries

import type { ErrorEntries } from '#app/http/errors/catalogue'

/** The errors of analytics, besides the host's and the ledger's codes. */
export const ANALYTICS_ERRORS = {
  VALUATION_UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'The installation has no module that values some of the objects.',
    why: 'An object has a type that no loaded module values. A total without it would be wrong.',
    fix: 'Send a narrower prefix, or ask the operator to load the module for error.details.types.',
  },
  WATCH_LIMIT: {
    status: 429,
    retryable: true,
    message: 'The realm has as many watches as it may have.',
    why: 'A realm has 5000 watches made over HTTP that somebody still reads.',
    fix: 'End some with DELETE /api/v1/aggregations/watch/:watchId; those nobody reads are gone after 5 minutes.',
  },
} as const satisfies ErrorEntries

import type { ErrorEntries } from '#app/http/errors/catalogue'

/** What analytics refuses with, besides the host's and the ledger's codes. */
export const ANALYTICS_ERRORS = {
  VALUATION_UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'Some of the objects cannot be valued by this installation.',
    why: 'An object has a type that no loaded module values. A total without it would be wrong.',
    fix: 'Load the module that values the types in error.details.types, or ask for a narrower prefix.',
  },
  WATCH_LIMIT: {
    status: 429,
    retryable: true,
    message: 'The realm has as many watches as it may have.',
    why: 'A realm has 5000 watches made over HTTP that somebody still reads.',
    fix: 'End watches that are not needed; those nobody reads are gone after 5 minutes.',
  },
} as const satisfies ErrorEntries

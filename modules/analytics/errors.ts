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
} as const satisfies ErrorEntries

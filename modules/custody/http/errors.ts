import type { ErrorEntries } from '#app/http/errors/catalogue'

export const CUSTODY_ERRORS = {
  CHAIN_UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'The chain is not available.',
    why: 'No chain is configured, its node does not answer, or it belongs to another chain.',
    fix: 'Look at the "chain" line of /health/ready; repeat the request once it is ok.',
  },
} as const satisfies ErrorEntries

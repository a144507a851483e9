import type { ErrorEntries } from '#app/http/errors/catalogue'
import { BOUNDARY_ERRORS } from './boundary_errors.ts'
import { HALT_ERRORS } from './halt_errors.ts'
import { COSIGN_ERRORS } from './cosign_errors.ts'

export const CUSTODY_ERRORS = {
  CHAIN_UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'The chain of the installation does not answer.',
    why: 'No chain is configured, its node does not answer, or it belongs to another chain.',
    fix: 'Look at the "chain" line of /health/ready; repeat the request once it is ok.',
  },
  ...BOUNDARY_ERRORS,
  ...HALT_ERRORS,
  ...COSIGN_ERRORS,
} as const satisfies ErrorEntries

import type { ErrorEntries } from '#app/http/errors/catalogue'

export const BOUNDARY_ERRORS = {
  BOUNDARY_FROZEN: {
    status: 409,
    retryable: false,
    message: 'The custody boundary is frozen.',
    why: 'The holder of its recovery key has locked it, or has taken what was in it. Nothing was stored.',
    fix: 'Ask the holder of its recovery key to unlock it on the chain; GET /api/v1/custody/boundaries/:boundaryId shows who that is. After a recovery it stays frozen for ever.',
  },
  RECOVERY_KEY_ALREADY_SET: {
    status: 409,
    retryable: false,
    message: 'The boundary has a recovery key already.',
    why: 'A recovery key is registered once; error.details shows the one that holds or waits.',
    fix: 'Ask the current holder in error.details to hand the key over on the chain: proposeRecoveryKey, then acceptRecoveryKey by the new holder.',
  },
} as const satisfies ErrorEntries

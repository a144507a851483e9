import type { ErrorEntries } from '#app/http/errors/catalogue'

export const BOUNDARY_ERRORS = {
  BOUNDARY_FROZEN: {
    status: 409,
    retryable: false,
    message: 'The custody boundary is frozen.',
    why: 'The holder of its recovery key has locked it, or has taken what was in it. Nothing was stored.',
    fix: 'A locked boundary works again once its holder unlocks it on the chain; after a recovery it stays frozen for ever.',
  },
  RECOVERY_KEY_ALREADY_SET: {
    status: 409,
    retryable: false,
    message: 'The boundary has a recovery key already.',
    why: 'A recovery key is registered once; error.details shows the one that holds or waits.',
    fix: 'Only the current holder can hand the key over, on the chain: proposeRecoveryKey, then acceptRecoveryKey by the new holder.',
  },
} as const satisfies ErrorEntries

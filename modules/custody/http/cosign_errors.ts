import type { ErrorEntries } from '#app/http/errors/catalogue'

export const COSIGN_ERRORS = {
  COSIGN_REQUIRED: {
    status: 412,
    retryable: false,
    message: 'Value leaves this custody boundary only with the signature of its co-signer.',
    why: 'The boundary is armed, and the request carries no co-signature. Nothing was stored.',
    fix: 'Propose a withdrawal, have the co-signer sign it, and submit both: error.details names the routes.',
  },
  COSIGN_DRAIN_REQUIRED: {
    status: 412,
    retryable: false,
    message: 'The object holds value in an armed custody boundary; drain it first.',
    why: 'What an armed boundary holds leaves only with the signature of its co-signer, not by a deletion.',
    fix: 'Withdraw what the object holds with a co-signed withdrawal, then delete the empty object.',
  },
  COSIGN_NONCE_USED: {
    status: 412,
    retryable: false,
    message: 'The nonce of this co-signed withdrawal was used before. Nothing was stored.',
    why: 'A nonce belongs to one withdrawal and has its outcome for ever.',
    fix: 'Propose the withdrawal again and have the new proposal signed.',
  },
} as const satisfies ErrorEntries

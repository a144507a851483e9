import type { ErrorEntries } from '#app/http/errors/catalogue'

export const COSIGN_ERRORS = {
  COSIGN_REQUIRED: {
    status: 412,
    retryable: false,
    message: 'The custody boundary lets value out only with the signature of its co-signer.',
    why: 'The boundary is armed, and the request carries no co-signature. Nothing was stored.',
    fix: 'Propose it with POST /api/v1/custody/withdrawals/propose, have the co-signer sign the typedData, and submit both with POST /api/v1/custody/withdrawals.',
  },
  COSIGN_DRAIN_REQUIRED: {
    status: 412,
    retryable: false,
    message: 'The object holds value in an armed custody boundary.',
    why: 'What an armed boundary holds leaves only with the signature of its co-signer, not by a deletion.',
    fix: 'Withdraw what it holds with POST /api/v1/custody/withdrawals/propose and a co-signature, then delete the empty object.',
  },
  COSIGN_NONCE_USED: {
    status: 412,
    retryable: false,
    message: 'The nonce of this co-signed withdrawal was used before. Nothing was stored.',
    why: 'A nonce belongs to one withdrawal and has its outcome for ever.',
    fix: 'Send POST /api/v1/custody/withdrawals/propose again and have the new proposal signed.',
  },
} as const satisfies ErrorEntries

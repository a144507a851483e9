import type { ErrorEntries } from '#app/http/errors/catalogue'

export const HALT_ERRORS = {
  REALM_HALTED: {
    status: 409,
    retryable: true,
    message: 'The realm is halted by its operator. Nothing was stored.',
    why: 'A platform admin has stopped it, or the service itself because its pool and its books disagree; error.details.type says whether only withdrawals or all movements are stopped.',
    fix: 'Wait until the operator lets the realm go on; GET /api/v1/custody/status shows realmHalt.',
  },
} as const satisfies ErrorEntries

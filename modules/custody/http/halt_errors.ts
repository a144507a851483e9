import type { ErrorEntries } from '#app/http/errors/catalogue'

export const HALT_ERRORS = {
  REALM_HALTED: {
    status: 409,
    retryable: true,
    message: 'The realm is halted by its operator. Nothing was stored.',
    why: 'A platform admin has stopped it, or the service itself because its pool and its books disagree; error.details.type says whether only withdrawals or all movements are stopped.',
    fix: 'Wait until the operator lets the realm go on; GET /api/v1/custody/status shows realmHalt.',
  },
  HALT_STANDS: {
    status: 409,
    retryable: true,
    message: 'The realm stays halted: something that this service never ordered waits in its pool.',
    why: 'An exit, a recovery key, a co-signer, a successor or a longer time lock that a thief left there takes or locks up value as soon as the realm goes on; error.details.waiting names them.',
    fix: 'Wait until the guardian has cancelled them and that is final, then repeat the request. Where the log says that no account may, the admin of the pool has to: GET /api/v1/admin/realms/:realmId/proposals.',
  },
} as const satisfies ErrorEntries

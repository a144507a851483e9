import { ServiceError } from '#app/http/errors/service_error'

/** The refusal of an account whose address belongs to another identity. */
export function addressTaken(): ServiceError {
  return new ServiceError('CONFLICT', {
    message: 'Another account has this e-mail address.',
    next: 'Sign in the way that account was made, or ask the operator.',
  })
}

import { ServiceError } from '#app/http/errors/service_error'
import { CREDENTIAL_PROBLEMS, type CredentialProblem } from '../core/credential_problems.ts'

/** A 401 that says what is wrong with the credential, and how to get one that works. */
export function unauthorized(problem: CredentialProblem): ServiceError {
  return new ServiceError('UNAUTHORIZED', {
    ...CREDENTIAL_PROBLEMS[problem],
    headers: { 'www-authenticate': 'Bearer' },
  })
}

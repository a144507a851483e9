import { ServiceError } from '#app/http/errors/service_error'
import { isDatabaseAway } from '#app/storage/database_errors'

/** The error for a failure that is no refusal, over HTTP or a socket. */
export function failureOf(cause: unknown): ServiceError {
  return new ServiceError(isDatabaseAway(cause) ? 'UNAVAILABLE' : 'INTERNAL_ERROR', { cause })
}

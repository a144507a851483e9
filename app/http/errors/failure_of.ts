import { ServiceError } from '#app/http/errors/service_error'
import { isDatabaseAway } from '#app/storage/database'

/** What a caller is told of a failure that is no refusal, over whatever it came. */
export function failureOf(cause: unknown): ServiceError {
  return new ServiceError(isDatabaseAway(cause) ? 'UNAVAILABLE' : 'INTERNAL_ERROR', { cause })
}

import { ServiceError } from '#app/http/errors/service_error'
import { isPassing } from './chain_patience.ts'

/** The refusal for a request that needs the chain now; what is no passing trouble stays as it is. */
export function asChainUnavailable(error: unknown): unknown {
  return isPassing(error) ? new ServiceError('CHAIN_UNAVAILABLE', { cause: error }) : error
}

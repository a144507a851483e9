import type { HttpContext } from '@adonisjs/core/http'
import type { Principal } from '#app/extension/principal'
import { isSigned } from '#modules/auth/core/request_signature'
import type { VerifyRequestSignature } from '#modules/auth/services/verify_request_signature'
import type { AuthSettings } from '#modules/auth/settings'

const KEY_ID = 'x-service-key-id'
const SIGNATURE = 'x-service-signature'
const TIMESTAMP = 'x-service-timestamp'
/** Requests that change nothing. */
const READS = new Set(['GET', 'HEAD'])

/** Reads the signature of an HTTP request, and notes where one is missing. */
export class SignedRequests {
  constructor(
    private verifySignature: VerifyRequestSignature,
    private settings: AuthSettings
  ) {}

  /**
   * The caller with the signature of this request. Principals are shared between requests, so what
   * belongs to one request goes on a copy.
   *
   * @throws ServiceError INVALID_SIGNATURE with `details.reason`
   */
  async admitted({ request }: HttpContext, principal: Principal): Promise<Principal> {
    const headers = {
      keyId: request.header(KEY_ID),
      signature: request.header(SIGNATURE),
      timestamp: request.header(TIMESTAMP),
    }
    if (isSigned(headers)) {
      // The text as it came: a parsed body no longer shows a key that was named twice.
      const body = request.raw() ?? ''
      return { ...principal, signature: await this.verifySignature.run(principal, headers, body) }
    }
    if (!this.settings.requireSignatures || READS.has(request.method())) return principal
    return { ...principal, lacksSignature: true }
  }
}

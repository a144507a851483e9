import { randomUUID } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { NamedOperation } from '#app/http/idempotency/route_idempotency'
import type { RouteDeclaration } from '#app/http/route_declaration'
import { isSigned } from '../core/request_signature.ts'
import { BindSignature } from '../services/bind_signature.ts'
import { refusedSignature, VerifyRequestSignature } from '../services/verify_request_signature.ts'
import { AuthSettings } from '../settings.ts'

const KEY_ID = 'x-service-key-id'
const SIGNATURE = 'x-service-signature'
const TIMESTAMP = 'x-service-timestamp'
/** Requests that change nothing. */
const READS = new Set(['GET', 'HEAD'])

/**
 * Reads the signature of an HTTP request, binds it to that request, and notes when one is missing.
 */
@singleton()
export class SignedRequests {
  constructor(
    private verifySignature: VerifyRequestSignature,
    private bind: BindSignature,
    private settings: AuthSettings
  ) {}

  /**
   * The caller with the signature of this request. Principals are shared between requests, so what
   * belongs to one request is set on a copy.
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
      // The raw text is read: a parsed body no longer shows a key that was named twice.
      const body = request.raw() ?? ''
      return { ...principal, signature: await this.verifySignature.run(principal, headers, body) }
    }
    if (!this.settings.requireSignatures || READS.has(request.method())) return principal
    return { ...principal, lacksSignature: true }
  }

  /** @throws ServiceError INVALID_SIGNATURE when the key of an earlier signature is not active now */
  async readmitted({ orgId, signature }: Principal): Promise<void> {
    if (signature) await this.verifySignature.requireActive(orgId, signature.fingerprint)
  }

  /**
   * Binds the signature to what the route does, which the signed text does not say.
   *
   * @throws ServiceError INVALID_SIGNATURE with `details.reason`
   */
  async bound(
    { request, route }: HttpContext,
    principal: Principal,
    { operationPath, idempotency }: Pick<RouteDeclaration, 'operationPath' | 'idempotency'>
  ): Promise<Principal> {
    const { signature } = principal
    if (!signature) return principal
    const holder = randomUUID()
    if (READS.has(request.method())) {
      await this.bind.read(signature, holder)
      return principal
    }
    const input = { ...request.qs(), ...(request.body() as Record<string, unknown>) }
    const repeatable = operationPath !== null && namesOperation(operationPath, input)
    if (operationPath?.movesValue && !repeatable) throw refusedSignature('signed_without_path')
    const use = {
      method: request.method(),
      route: route?.pattern ?? '',
      address: request.url(true),
      holder,
      repeatable,
    }
    const isPosted = idempotency?.kind === 'operation' && idempotency.claimedByPosting
    const bind = isPosted ? this.bind.withOperation : this.bind.before
    return { ...principal, signature: await bind.call(this.bind, signature, use) }
  }
}

/** Whether a body or query names the path of the operation. */
function namesOperation({ field, each }: NamedOperation, input: Record<string, unknown>): boolean {
  return each === null ? typeof input[field] === 'string' : Array.isArray(input[each])
}

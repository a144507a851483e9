import { createHash } from 'node:crypto'
import type { Principal, RequestSignature } from '#app/extension/principal'
import { requestHash } from '../core/request_hash.ts'
import type { OperationType } from '#app/extension/vocabulary'
import type { OperationDraft, OperationSignature } from '../core/terms.ts'

export interface OperationTerms {
  /** `op_…`, fresh. */
  id: string
  /** The idempotency key. */
  path: string
  type: OperationType
  /** What makes two requests with one path the same. */
  inputs: Record<string, string | null>
  /** What the operation shows as its input. */
  request: object
}

/**
 * An operation as this caller asks for it. Every use case makes its operations here, so that none
 * of them forgets who acts or loses the signature of the request.
 */
export function operationDraft(
  { actor, signature }: Pick<Principal, 'actor' | 'signature'>,
  { id, path, type, inputs, request }: OperationTerms
): OperationDraft {
  return {
    id,
    path,
    type,
    requestHash: requestHash(type, inputs),
    input: JSON.stringify(request),
    actorType: actor.type,
    actorId: actor.id,
    ...(signature && { signature: operationSignature(signature) }),
  }
}

/** One bulk request leads to hundreds of operations with one signature. */
const identified = new WeakMap<RequestSignature, OperationSignature>()

function operationSignature(signature: RequestSignature): OperationSignature {
  const known = identified.get(signature)
  if (known) return known
  const id = createHash('sha256')
    .update([signature.fingerprint, signature.signature, signature.signingInput].join('\n'))
    .digest('hex')
  const made = { id, ...signature }
  identified.set(signature, made)
  return made
}

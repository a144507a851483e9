import { createHash } from 'node:crypto'
import type { Principal, RequestSignature } from '#app/extension/principal'
import { requestHash } from '../core/request_hash.ts'
import type { OperationType } from '#app/extension/vocabulary'
import type { OperationDraft, OperationSignature } from '../core/terms.ts'

export interface OperationTerms<Type extends OperationType> {
  /** A fresh `op_…` id. */
  id: string
  /** The idempotency key. */
  path: string
  type: Type
  /** The inputs that a repetition at the same path must share. */
  inputs: Record<string, string | null>
  /** What the operation shows as its input. */
  request: object
}

/**
 * An operation as its caller asks for it. Every use case makes its operations here, so that none of
 * them omits the actor or the signature of the request.
 */
export function operationDraft<Type extends OperationType>(
  { actor, signature }: Pick<Principal, 'actor' | 'signature'>,
  { id, path, type, inputs, request }: OperationTerms<Type>
): OperationDraft<Type> {
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

/** One bulk request makes hundreds of operations that share one signature. */
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

import { createHash } from 'node:crypto'
import type { RequestSignature } from '#app/extension/principal'
import { usableUntil, type SignatureClaim } from '#app/extension/signature_claim'

/** What a request is, as far as its signature does not cover it. */
export interface SignedUse {
  method: string
  /** Pattern of the route. */
  route: string
  /** Path and query, as they came. */
  address: string
  /** A UUID that only this request has. */
  holder: string
  /** Whether the request names the path of its operation. */
  repeatable: boolean
}

/** All reads share this use: a signature that was used for a read is good for nothing else. */
export const READS = { method: 'GET', route: 'any read', address: '' } as const

/**
 * The claim names the key's id and not its fingerprint, because two organizations may have
 * registered the same key.
 */
export function claimOf(signature: RequestSignature, use: SignedUse): SignatureClaim {
  const { signingKeyId, signature: signed, signingInput } = signature
  const { method, route, address, holder, repeatable } = use
  return {
    digest: sha256([signingKeyId, signed, signingInput].join('\n')),
    method,
    route,
    target: sha256(`${method} ${address}`),
    holder,
    repeatable,
    usableUntil: usableUntil(signingInput),
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

import { createHash } from 'node:crypto'
import type { RequestSignature } from '#app/extension/principal'
import { usableUntil, type SignatureClaim } from '#app/extension/signature_claim'

/** What a request is, as far as its signature does not say it. */
export interface SignedUse {
  method: string
  /** Pattern of the route. */
  route: string
  /** Path and query as they came. */
  address: string
  /** A UUID of this request alone. */
  holder: string
  /** Whether it names the path of its operation. */
  repeatable: boolean
}

/** Reads may share a signature, and it is good for nothing else. */
export const READS = { method: 'GET', route: 'any read', address: '' } as const

/** The key's id and not its fingerprint: two organizations may have registered one key. */
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

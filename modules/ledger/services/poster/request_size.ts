import { kindOf, operationsOf, type PostRequest } from '../../core/requests.ts'

/** Characters stored for an entry, besides the texts that its request brings. */
const ENTRY_BYTES = 1024

export function sizeOf(request: PostRequest): { bytes: number; entries: number } {
  const kind = kindOf(request)
  const operations = kind.operations(request)
  const entries = Math.max(1, operations.length)
  let bytes = entries * ENTRY_BYTES + kind.bytes(request)
  for (const { input } of operations) bytes += input.length
  return { bytes, entries }
}

/**
 * Bytes of the text of a request's signature, which is written once for all requests of a group
 * that share it.
 */
export function signatureBytes(request: PostRequest, counted: Set<string>): number {
  let bytes = 0
  for (const { signature } of operationsOf(request)) {
    if (!signature || counted.has(signature.id)) continue
    counted.add(signature.id)
    bytes += signature.signingInput.length
  }
  return bytes
}

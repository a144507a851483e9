import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'

/**
 * Identity of a request's inputs: SHA-256 over their canonical JSON (RFC 8785). Two requests with
 * one path are the same request exactly when these hashes are equal.
 */
export function requestHash(type: string, inputs: Record<string, string | null>): string {
  return hash('sha256', canonicalize({ type, inputs }) ?? '')
}

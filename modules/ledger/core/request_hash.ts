import { hash } from 'node:crypto'

/**
 * Identity of a request's inputs: SHA-256 over their canonical JSON (RFC 8785). Two requests with
 * one path are the same request exactly when these hashes are equal.
 */
export function requestHash(type: string, inputs: Record<string, string | null>): string {
  // Texts in the order of their names are canonical as JSON.stringify writes them.
  const sorted: typeof inputs = {}
  for (const name of Object.keys(inputs).sort()) sorted[name] = inputs[name]!
  return hash('sha256', JSON.stringify({ inputs: sorted, type }))
}

import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { getPublicKeyAsync, signAsync, utils } from '@noble/ed25519'

/** An Ed25519 key pair as a client of the service holds it. */
export interface SigningPair {
  secretKey: Uint8Array
  /** Base64, as it is registered. */
  publicKey: string
  fingerprint: string
}

export interface Signed {
  /** What is sent: an object, or JSON text. */
  body?: unknown
  /** Unix seconds, as text. */
  timestamp?: string
}

export async function newSigningPair(): Promise<SigningPair> {
  const secretKey = utils.randomSecretKey()
  const bytes = await getPublicKeyAsync(secretKey)
  return {
    secretKey,
    publicKey: Buffer.from(bytes).toString('base64'),
    fingerprint: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
  }
}

/** The three headers that sign a request. */
export async function signatureHeaders(pair: SigningPair, { body, timestamp }: Signed = {}) {
  const value: unknown = typeof body === 'string' ? JSON.parse(body) : (body ?? {})
  const at = timestamp ?? unixSeconds()
  const signature = await signText(pair, `service-operation-v1\n${canonicalize(value)}\n${at}`)
  return headersOf(pair.fingerprint, signature, at)
}

export async function signText({ secretKey }: SigningPair, text: string): Promise<string> {
  return Buffer.from(await signAsync(new TextEncoder().encode(text), secretKey)).toString('base64')
}

export function headersOf(keyId: string, signature: string, timestamp: string) {
  return {
    'x-service-key-id': keyId,
    'x-service-signature': signature,
    'x-service-timestamp': timestamp,
  }
}

export function unixSeconds(offset = 0): string {
  return String(Math.floor(Date.now() / 1000) + offset)
}

/** Leaves room for a slow machine within the tolerance of the service. */
const OLDEST_SECONDS = 250
let lastUsed = 0

/**
 * A timestamp that no test of this process has signed with: a signature serves one request, and two
 * requests with the same body, or none, would have the same signature in the same second.
 */
export function unusedSecond(): string {
  lastUsed = Math.max(lastUsed + 1, Number(unixSeconds(-OLDEST_SECONDS)))
  return String(lastUsed)
}

import canonicalize from 'canonicalize'
import { readJson } from '#app/metadata/read_json'
import { LIMITS } from '#app/limits'
import { strictBase64 } from './strict_base64.ts'

/** The signature headers of a request, as they came. */
export interface SignatureHeaders {
  keyId: string | undefined
  signature: string | undefined
  timestamp: string | undefined
}

/** The content of a signed request, before its key is known. */
export interface SignatureClaim {
  fingerprint: string
  /** 64 bytes, and their base64 text. */
  signature: Buffer
  signatureText: string
  /** The exact text that must have been signed. */
  signingInput: string
}

/** Why a signature is refused; shown as `details.reason`. */
export const SIGNATURE_PROBLEMS = {
  incomplete_headers:
    'Send X-Service-Key-Id, X-Service-Signature and X-Service-Timestamp together, or none of them.',
  timestamp_malformed: 'X-Service-Timestamp must be whole Unix seconds.',
  timestamp_out_of_range:
    'X-Service-Timestamp is more than 5 minutes from the time of the service.',
  signature_malformed: 'X-Service-Signature must be base64 of 64 bytes.',
  duplicate_json_keys: 'A signed body must not name a key twice.',
  body_not_canonicalisable: 'A signed body must be JSON that RFC 8785 can canonicalise.',
  unknown_key: 'The organization has no signing key with this fingerprint.',
  key_pending: 'The signing key is not active yet.',
  key_revoked: 'The signing key is revoked.',
  signature_mismatch: 'The signature does not fit the body, the timestamp and the key.',
  signed_without_path:
    'A signed movement needs path in its body: without it the signature would be good for another movement. Add path, and sign again.',
} as const

export type SignatureProblem = keyof typeof SIGNATURE_PROBLEMS

const PROTOCOL = 'service-operation-v1'
const SIGNATURE_BYTES = 64
const FINGERPRINT = /^[0-9a-f]{16}$/
const UNIX_SECONDS = /^(?:0|[1-9]\d{0,14})$/
const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"/g

/** Whether a request has any signature header. */
export function isSigned({ keyId, signature, timestamp }: SignatureHeaders): boolean {
  return keyId !== undefined || signature !== undefined || timestamp !== undefined
}

/**
 * Reads everything about a signature that needs no key; the cheap checks come first.
 *
 * @param body the raw text of the body; empty when there is none
 */
export function readSignature(
  headers: SignatureHeaders,
  body: string,
  nowMs: number
): SignatureClaim | SignatureProblem {
  const { keyId, signature: signatureText, timestamp } = headers
  if (!keyId || !signatureText || !timestamp) return 'incomplete_headers'
  if (!UNIX_SECONDS.test(timestamp)) return 'timestamp_malformed'
  const awaySeconds = Math.abs(Math.floor(nowMs / 1000) - Number(timestamp))
  if (awaySeconds > LIMITS.signatureToleranceSeconds) return 'timestamp_out_of_range'
  const signature = strictBase64(signatureText, SIGNATURE_BYTES)
  if (signature === null) return 'signature_malformed'
  if (!FINGERPRINT.test(keyId)) return 'unknown_key'
  const canonical = canonicalBody(body)
  if (canonical === null) return 'body_not_canonicalisable'
  if (namesKeyTwice(body, canonical)) return 'duplicate_json_keys'
  const signingInput = `${PROTOCOL}\n${canonical}\n${timestamp}`
  return { fingerprint: keyId, signature, signatureText, signingInput }
}

/**
 * The canonical JSON (RFC 8785) of a body; null for text that is no JSON, is nested too deeply, or
 * holds lone surrogates or numbers beyond a double. A key that is read as another one (see `readJson`)
 * would keep a valid signature from matching. `namesKeyTwice` finds repeated keys, also when their
 * values are equal.
 */
function canonicalBody(body: string): string | null {
  if (body === '') return '{}'
  try {
    return canonicalize(readJson(body)) ?? null
  } catch {
    return null
  }
}

/**
 * Whether a body names a key twice. Parsers disagree about which of two equal keys counts, so one
 * signature could mean two things. The canonical text has each member once, with one colon.
 */
function namesKeyTwice(body: string, canonical: string): boolean {
  return body !== '' && memberCount(body) !== memberCount(canonical)
}

/** Counts colons outside of strings. */
function memberCount(json: string): number {
  return json.replace(STRINGS, '').split(':').length - 1
}

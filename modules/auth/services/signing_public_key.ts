import { createPublicKey, type KeyObject } from 'node:crypto'
import { Point } from '@noble/ed25519'
import { SIGNING_KEY_BYTES } from '../core/signing_key.ts'
import { strictBase64 } from '../core/strict_base64.ts'

/** SubjectPublicKeyInfo of an Ed25519 key, up to its 32 bytes (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * What is wrong with a public key that a builder registers. Points of small order are refused
 * because a signature under them fits any message; second spellings of a point, because a key has
 * one name.
 *
 * @param text base64
 * @returns null for a good key
 */
export function publicKeyProblem(text: string): string | null {
  const bytes = strictBase64(text, SIGNING_KEY_BYTES)
  if (bytes === null) return `must be base64 of ${SIGNING_KEY_BYTES} bytes`
  const point = pointOf(bytes)
  if (point === null) return 'must be an Ed25519 public key'
  if (point.isSmallOrder()) return 'must not be a point of small order'
  return point.isTorsionFree() ? null : 'must lie in the prime-order subgroup'
}

/**
 * The key in the form that Node verifies with.
 *
 * @param text base64 of 32 bytes
 */
export function verifyingKey(text: string): KeyObject {
  const key = Buffer.concat([SPKI_PREFIX, Buffer.from(text, 'base64')])
  return createPublicKey({ key, format: 'der', type: 'spki' })
}

/** Only the canonical encoding of a point (RFC 8032) is read. */
function pointOf(bytes: Buffer): Point | null {
  try {
    return Point.fromBytes(new Uint8Array(bytes), false)
  } catch {
    return null
  }
}

/** The first bytes of a picture, in hexadecimal digits; dots stand for any digit. */
const SIGNATURES: readonly [type: string, pattern: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
]
const SIGNATURE_BYTES = 12

/**
 * The type of a picture by its first bytes, whatever its server calls it; null for everything else.
 * SVG is left out, because it can carry scripts and load from elsewhere.
 */
export function imageTypeOf(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString('hex')
  return SIGNATURES.find(([, pattern]) => pattern.test(start))?.[0] ?? null
}

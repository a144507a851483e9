const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Two digits of each ten bits: an id is written by 13 looks at it instead of 26. */
const PAIRS = Array.from(
  { length: DIGITS.length ** 2 },
  (_, bits) => DIGITS[bits >> 5]! + DIGITS[bits & 31]!
)

/**
 * The 16 bytes of a UUID in Crockford's base 32, as TypeID writes them: 26 digits, of which the first holds three
 * bits. Source: https://github.com/jetify-com/typeid/tree/main/spec
 */
export function toBase32(b: Uint8Array): string {
  return (
    PAIRS[b[0]!]! +
    PAIRS[(b[1]! << 2) | (b[2]! >> 6)]! +
    PAIRS[((b[2]! & 63) << 4) | (b[3]! >> 4)]! +
    PAIRS[((b[3]! & 15) << 6) | (b[4]! >> 2)]! +
    PAIRS[((b[4]! & 3) << 8) | b[5]!]! +
    PAIRS[(b[6]! << 2) | (b[7]! >> 6)]! +
    PAIRS[((b[7]! & 63) << 4) | (b[8]! >> 4)]! +
    PAIRS[((b[8]! & 15) << 6) | (b[9]! >> 2)]! +
    PAIRS[((b[9]! & 3) << 8) | b[10]!]! +
    PAIRS[(b[11]! << 2) | (b[12]! >> 6)]! +
    PAIRS[((b[12]! & 63) << 4) | (b[13]! >> 4)]! +
    PAIRS[((b[13]! & 15) << 6) | (b[14]! >> 2)]! +
    PAIRS[((b[14]! & 3) << 8) | b[15]!]!
  )
}

/** The number that the first ten digits are: the 48 bits of a UUIDv7's time in milliseconds. */
export function firstBits(digits: string): number {
  return [...digits.slice(0, 10)].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0)
}

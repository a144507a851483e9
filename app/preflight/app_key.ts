import { refused, type Weakness } from '#app/preflight/weakness'

const NEEDED_BITS = 256
const SYMBOLS = 33
/**
 * Characters that a random text happens to lack: 43 random base64 characters hold about 31
 * different ones of 64.
 */
const UNSEEN_BITS = 2

/** Weaknesses of APP_KEY: an attacker who guesses it reads everything that is stored encrypted. */
export function appKeyWeaknesses(appKey: string): Weakness[] {
  const bits = Math.floor(estimatedBits(appKey))
  if (bits >= NEEDED_BITS) return []
  return [
    refused(
      'APP_KEY',
      `It has about ${bits} bits of randomness, and ${NEEDED_BITS} are needed.`,
      'Make one with "openssl rand -base64 32" before there is data: a new key does not open what the old one sealed.'
    ),
  ]
}

/**
 * An upper bound of the bits that a guesser has to try: characters times bits per character, as
 * their kinds and their variety allow. A text that repeats itself counts once.
 */
export function estimatedBits(appKey: string): number {
  const text = appKey.replace(/^base64:/, '').replace(/=+$/, '')
  const part = repeatedPart(text)
  const seen = Math.log2(new Set(part).size || 1) + UNSEEN_BITS
  return part.length * Math.min(bitsOfCharacter(part), seen)
}

function bitsOfCharacter(text: string): number {
  if (/^[0-9a-f]*$/.test(text) || /^[0-9A-F]*$/.test(text)) return 4
  // Base64 may by chance have no digit and no symbol.
  if (/^[\w+/-]*$/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)) return 6
  const size =
    (/[a-z]/.test(text) ? 26 : 0) +
    (/[A-Z]/.test(text) ? 26 : 0) +
    (/\d/.test(text) ? 10 : 0) +
    (/[^a-zA-Z0-9]/.test(text) ? SYMBOLS : 0)
  return Math.log2(Math.max(size, 1))
}

/** The shortest beginning that the whole text repeats. */
function repeatedPart(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const part = text.slice(0, length)
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return part
  }
  return text
}

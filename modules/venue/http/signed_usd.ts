import { parseUsd, type Atoms } from '#app/money/usd'

/** A validated amount that may be negative. */
export function signedUsd(text: string): Atoms {
  return text.startsWith('-') ? -parseUsd(text.slice(1)) : parseUsd(text)
}

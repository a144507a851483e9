const WORD_DIGITS = 64

/** One text of 65 bytes; leading zeros of a part are not lost. */
export function signaturePartsOf({ r, s, v }: { r: string; s: string; v: number }): `0x${string}` {
  const word = (part: string) => part.replace(/^0x/, '').padStart(WORD_DIGITS, '0')
  return `0x${word(r)}${word(s)}${v.toString(16).padStart(2, '0')}`
}

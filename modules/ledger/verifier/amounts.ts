const AMOUNT = /^(-?)(\d{1,40})(?:\.(\d{1,6}))?$/
const SCALE = 6

/**
 * A decimal text as an integer of millionths.
 *
 * @throws Error when the text is no amount
 */
export function millionths(text: string): bigint {
  const match = AMOUNT.exec(text)
  if (!match) throw new Error(`${JSON.stringify(text.slice(0, 60))} is not an amount`)
  const [, sign, whole, fraction = ''] = match
  const value = BigInt(whole! + fraction.padEnd(SCALE, '0'))
  return sign === '-' ? -value : value
}

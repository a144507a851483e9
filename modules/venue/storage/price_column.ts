import { PRICE_DECIMALS, parseFixed, type Price } from '../core/numerics.ts'

export function priceOf(column: string): Price {
  const price = parseFixed(column, PRICE_DECIMALS)
  if (price === null) throw new Error('A price column holds no price')
  return price
}

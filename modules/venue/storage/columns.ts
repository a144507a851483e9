import type { Column } from '#app/storage/table'
import { fromRecord, toRecord } from '../core/books/record.ts'
import {
  PRICE_DECIMALS,
  RATE_DECIMALS,
  formatFixed,
  parseFixed,
  type Price,
} from '../core/numerics.ts'

/** Engine values as JSON text. */
export function record<Value>(name = 'record'): Column<Value> {
  return { name, write: toRecord, read: fromRecord }
}

export const price = fixed(PRICE_DECIMALS)
export const rate = fixed(RATE_DECIMALS)

export function priceOf(column: string): Price {
  return fixedOf(column, PRICE_DECIMALS)
}

function fixed(decimals: number): Column<bigint> {
  return {
    name: undefined,
    write: (units) => formatFixed(units, decimals),
    read: (column) => fixedOf(column, decimals),
  }
}

function fixedOf(column: string, decimals: number): bigint {
  const units = parseFixed(column, decimals)
  if (units === null) throw new Error(`A column of ${decimals} decimals holds no such number`)
  return units
}

import { parseUsd, type Atoms } from '#app/money/usd'

/** How a file writes its amounts. */
export interface AmountForm {
  decimal: '.' | ','
  /** What stands between groups of three digits; null for nothing. */
  group: '.' | ',' | ' ' | "'" | null
}

export const PLAIN: AmountForm = { decimal: '.', group: null }

const WHOLE = /^\d{1,24}$/
const FRACTION = /^\d{1,6}$/

/** An amount with a leading sign or none, or what is wrong with it. Nothing is rounded. */
export function readAmount(text: string, { decimal, group }: AmountForm): Atoms | string {
  const isNegative = text.startsWith('-')
  const unsigned = /^[+-]/.test(text) ? text.slice(1) : text
  const parts = unsigned.split(decimal)
  const whole = group === null ? parts[0]! : ungrouped(parts[0]!, group)
  const fraction = parts[1] ?? '0'
  if (parts.length > 2 || !WHOLE.test(whole) || !/^\d+$/.test(fraction)) {
    return `is no amount with "${decimal}" before its decimals`
  }
  if (!FRACTION.test(fraction)) return 'has more than six decimals'
  const amount = parseUsd(`${whole}.${fraction}`)
  return isNegative ? -amount : amount
}

/** Groups that are not of three digits are no groups: `1,23` then stays what it is, and is refused. */
function ungrouped(text: string, group: string): string {
  const groups = text.split(group)
  const fits = groups.every((digits, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(digits))
  return groups.length > 1 && fits ? groups.join('') : text
}

/**
 * USD as integer atoms: one atom is 0.000001 USD, one base unit of the token on the chain. Amounts
 * never pass through a JS number.
 */
export type Atoms = bigint

const SCALE = 6
const INPUT = /^\d{1,24}(\.\d{1,6})?$/
const COLUMN = /^(-?)(\d+)(?:\.(\d+))?$/

/** Whether the API accepts a text as an amount: no sign, no exponent, at most six decimals. */
export function isUsd(text: string): boolean {
  return INPUT.test(text)
}

/** @throws Error when the text is not an amount; validators refuse it before */
export function parseUsd(text: string): Atoms {
  if (!isUsd(text)) throw new Error('Not a USD amount with at most 24 digits and 6 decimals')
  return columnToAtoms(text)
}

/** `1250500000n` is `"1250.50"`: two to six decimals, without trailing zeros past two. */
export function formatUsd(atoms: Atoms): string {
  const [whole, fraction] = split(atoms)
  return `${whole}.${fraction.replace(/0{1,4}$/, '')}`
}

/** The exact text for a DECIMAL(36,6) column. */
export function atomsToColumn(atoms: Atoms): string {
  const [whole, fraction] = split(atoms)
  return `${whole}.${fraction}`
}

/** A DECIMAL(36,6) column, read as text. */
export function columnToAtoms(text: string): Atoms {
  const match = COLUMN.exec(text)
  const fraction = match?.[3] ?? ''
  if (!match || /[1-9]/.test(fraction.slice(SCALE))) {
    throw new Error('A money column holds no amount of scale 6')
  }
  const atoms = BigInt(match[2]! + fraction.slice(0, SCALE).padEnd(SCALE, '0'))
  return match[1] === '-' ? -atoms : atoms
}

function split(atoms: Atoms): [whole: string, fraction: string] {
  const sign = atoms < 0n ? '-' : ''
  // Digits are cut as text: dividing takes longer, and long answers format tens of thousands of
  // amounts.
  const digits = (atoms < 0n ? -atoms : atoms).toString().padStart(SCALE + 1, '0')
  return [sign + digits.slice(0, -SCALE), digits.slice(-SCALE)]
}

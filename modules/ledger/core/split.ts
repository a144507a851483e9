import { formatUsd, type Atoms } from '#app/money/usd'
import { refuse, type Refusal } from './decision.ts'

/** A part of an amount, as an exact fraction. */
export interface Share {
  numerator: bigint
  denominator: bigint
}

/** What one side of a split gives or gets; a side that says nothing gives what it may. */
export interface SplitSide {
  path: string
  amount?: Atoms
  share?: Share
  /** Of a source: the most that it gives. */
  max?: Atoms
  /** Of a target: it gets what the others leave. */
  remainder?: boolean
}

/** An amount that comes from several sources, and goes to several targets. */
export interface Split {
  amount: Atoms
  sources: SplitSide[]
  targets: SplitSide[]
}

/** A part of a split that goes from one object to another. */
export interface SplitMove {
  source: string
  target: string
  amount: Atoms
}

/**
 * Turns a split into moves. Sources are taken in order: amounts and shares first, and then each of
 * the others up to its cap and what it may give, until the whole is covered. One that could give no
 * more than a fee is passed over: its move would be refused, and the whole with it. What the sources
 * give is dealt out to the targets in order.
 *
 * @param room what each source may give, by its path
 * @param fee of each move, a part of its amount
 */
export function resolveSplit(
  { amount, sources, targets }: Split,
  room: ReadonlyMap<string, Atoms>,
  fee: Atoms
): SplitMove[] | Refusal {
  const given = givenBy(sources, amount, { room, fee })
  if (!Array.isArray(given)) return given
  const got = gotBy(targets, amount)
  if (!Array.isArray(got)) return got
  return paired(
    sources.map(({ path }, at) => ({ path, left: given[at]! })),
    targets.map(({ path }, at) => ({ path, left: got[at]! }))
  )
}

/**
 * Why a split is refused whatever its sources have, for whoever plans one: its sides do not add up,
 * or its caps do not come to the amount. Null when it may happen.
 */
export function neverWhole(split: Split): Refusal | null {
  const { amount, sources } = split
  const fixed = sum(dealt(sources, amount, { rounds: false }))
  const caps = sources.filter(isOpen).map(({ max }) => max ?? amount)
  const most = fixed + sum(caps)
  if (caps.length > 0 && most < amount) return notTheWhole('sources', amount, most)
  const moves = resolveSplit(split, new Map(sources.map(({ path }) => [path, amount])), 0n)
  return Array.isArray(moves) ? null : moves
}

const isOpen = ({ amount, share }: SplitSide) => amount === undefined && share === undefined

function givenBy(
  sources: readonly SplitSide[],
  amount: Atoms,
  { room, fee }: { room: ReadonlyMap<string, Atoms>; fee: Atoms }
): Atoms[] | Refusal {
  const open = sources.filter(isOpen)
  const given = dealt(sources, amount, { rounds: open.length === 0 })
  let missing = amount - sum(given)
  if (missing < 0n) return notTheWhole('sources', amount, sum(given))
  if (open.length === 0) return missing === 0n ? given : notTheWhole('sources', amount, sum(given))
  for (const [at, source] of sources.entries()) {
    if (!isOpen(source)) continue
    const has = room.get(source.path) ?? 0n
    const most = least(source.max ?? has, has)
    given[at] = most > fee ? least(missing, most) : 0n
    missing -= given[at]
  }
  if (missing === 0n) return given
  return refuse('INSUFFICIENT_BALANCE', {
    message: `The sources have ${formatUsd(amount - missing)} to give, and ${formatUsd(amount)} is needed.`,
    details: { available: formatUsd(amount - missing), required: formatUsd(amount) },
  })
}

function gotBy(targets: readonly SplitSide[], amount: Atoms): Atoms[] | Refusal {
  const rest = targets.findIndex(({ remainder }) => remainder)
  const got = dealt(targets, amount, { rounds: rest === -1 })
  const left = amount - sum(got)
  if (left < 0n || (rest === -1 && left !== 0n)) return notTheWhole('targets', amount, sum(got))
  if (rest !== -1) got[rest] = left
  return got
}

/**
 * What amounts and shares come to. Shares are rounded down to the unit. Where nobody takes what that
 * leaves, it goes one unit at a time to the sides that have lost the largest fraction, the first of
 * them first: but only what rounding has left, so that sides that do not add up are found.
 */
function dealt(sides: readonly SplitSide[], amount: Atoms, { rounds }: { rounds: boolean }) {
  const parts = sides.map(({ amount: fixed, share }) => {
    if (!share) return { atoms: fixed ?? 0n, lost: 0n, of: 1n }
    const exact = amount * share.numerator
    const atoms = exact / share.denominator
    return { atoms, lost: exact - atoms * share.denominator, of: share.denominator }
  })
  const given = parts.map(({ atoms }) => atoms)
  if (!rounds) return given
  const isLarger = (one: (typeof parts)[number], other: (typeof parts)[number]) =>
    one.lost * other.of - other.lost * one.of
  const byLoss = [...parts.keys()]
    .filter((at) => parts[at]!.lost > 0n)
    .sort((one, other) => sign(isLarger(parts[other]!, parts[one]!)) || one - other)
  const left = wholeLoss(parts)
  for (const at of byLoss.slice(0, Number(left))) given[at]! += 1n
  return given
}

/**
 * Deals an amount out in proportion, each part rounded by the largest fraction lost. As long as the
 * amount is at most the sum of the weights, no part is more than its weight, and the whole sum gives
 * each its weight.
 */
export function inProportion(amount: Atoms, weights: readonly Atoms[]): Atoms[] {
  const denominator = sum(weights)
  const sides = weights.map((numerator) => ({ path: '', share: { numerator, denominator } }))
  return dealt(sides, amount, { rounds: true })
}

/** The sum of the lost fractions, which is whole when the sides add up; else nothing is made up. */
function wholeLoss(parts: readonly { lost: bigint; of: bigint }[]): bigint {
  let [lost, of] = [0n, 1n]
  for (const part of parts) {
    ;[lost, of] = [lost * part.of + part.lost * of, of * part.of]
    const common = divisor(lost, of)
    ;[lost, of] = [lost / common, of / common]
  }
  return of === 1n ? lost : 0n
}

function divisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : divisor(other, one % other)
}

function paired(
  givers: { path: string; left: Atoms }[],
  takers: { path: string; left: Atoms }[]
): SplitMove[] {
  const moves: SplitMove[] = []
  let at = 0
  for (const giver of givers) {
    while (giver.left > 0n) {
      const taker = takers[at]!
      const amount = least(giver.left, taker.left)
      if (amount > 0n) moves.push({ source: giver.path, target: taker.path, amount })
      giver.left -= amount
      taker.left -= amount
      if (taker.left === 0n) at++
    }
  }
  return moves
}

function notTheWhole(side: 'sources' | 'targets', amount: Atoms, added: Atoms): Refusal {
  const message = `The ${side} field must add up to the amount of ${formatUsd(amount)}, and comes to ${formatUsd(added)}`
  return refuse('VALIDATION_ERROR', {
    next: NEXT[side],
    details: { fields: [{ field: side, rule: 'whole', message }] },
  })
}

const NEXT = {
  sources: 'Change amounts, shares or max of the sources, or let one of them say nothing.',
  targets: 'Change amounts or shares of the targets, or give one of them "remainder": true.',
}

const sum = (amounts: readonly Atoms[]) => amounts.reduce((total, each) => total + each, 0n)
const least = (one: Atoms, other: Atoms) => (one < other ? one : other)
const sign = (value: bigint) => (value > 0n ? 1 : value < 0n ? -1 : 0)

const FRACTION = /^(\d{1,9})\/(\d{1,9})$/
const PERCENTAGE = /^(\d{1,3})(?:\.(\d{1,9}))?%$/

/** Reads `1/3` or `12.5%`; null when the text is neither, or no part of a whole. */
export function parseShare(text: string): Share | null {
  const share = shareOf(text)
  if (!share) return null
  const { numerator, denominator } = share
  return numerator > 0n && numerator <= denominator ? share : null
}

function shareOf(text: string): Share | null {
  const fraction = FRACTION.exec(text)
  if (fraction) {
    return { numerator: BigInt(fraction[1]!), denominator: BigInt(fraction[2]!) }
  }
  const percentage = PERCENTAGE.exec(text)
  if (!percentage) return null
  const [, whole = '0', decimals = ''] = percentage
  return { numerator: BigInt(whole + decimals), denominator: 100n * 10n ** BigInt(decimals.length) }
}

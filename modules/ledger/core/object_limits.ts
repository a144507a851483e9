import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { formatUsd, type Atoms } from '#app/money/usd'
import { refuse, type Refusal } from './decision.ts'
import { availableOf, balanceOf, type RealmState } from './state.ts'
import {
  USD,
  type CountedMove,
  type LedgerObject,
  type LimitedObject,
  type ObjectLimits,
} from './terms.ts'

export const NO_LIMITS: ObjectLimits = Object.freeze({
  maxPerMovement: null,
  maxPerDay: null,
  maxBalance: null,
  minBalance: null,
})

export const UNLIMITED: LimitedObject = Object.freeze({ limits: NO_LIMITS, day: null, moved: 0n })

export function dayOf(now: Micros): string {
  return toRfc3339(now).slice(0, 10)
}

/** What was moved out of an object on the day of a moment. */
export function movedOnDay({ day, moved }: LimitedObject, now: Micros): Atoms {
  return day === dayOf(now) ? moved : 0n
}

/**
 * The most that a caller may move out of an object now, by what it has and by its limits. Zero or
 * less: nothing.
 */
export function mayLeave(state: RealmState, source: LedgerObject, now: Micros): Atoms {
  const available = availableOf(balanceOf(state, source.id, USD))
  return allowances(state, source, now).reduce(
    (least, [, most]) => (most < least ? most : least),
    available
  )
}

/**
 * The refusal of an amount that a caller moves out of an object beyond its limits; null when none
 * is exceeded. A movement that fails later stays counted.
 */
export function leavesWithin(
  state: RealmState,
  source: LedgerObject,
  amount: Atoms,
  now: Micros,
  /** What comes in with the same posting. */
  into: Atoms = 0n
): Refusal | null {
  for (const [limit, most] of allowances(state, source, now)) {
    const allowed = limit === 'minBalance' ? most + into : most
    if (amount > allowed) return exceeded(limit, source, allowed, amount)
  }
  return null
}

/** What each limit of an object lets a caller move out of it. Below zero it is exceeded already. */
function allowances(
  state: RealmState,
  { id, hasLimits }: LedgerObject,
  now: Micros
): [limit: keyof ObjectLimits, most: Atoms][] {
  const limited = hasLimits ? state.limited.get(id) : undefined
  if (!limited) return []
  const { maxPerMovement, maxPerDay, minBalance } = limited.limits
  const most: [limit: keyof ObjectLimits, most: Atoms][] = []
  if (maxPerMovement !== null) most.push(['maxPerMovement', maxPerMovement])
  if (maxPerDay !== null) most.push(['maxPerDay', maxPerDay - movedOnDay(limited, now)])
  if (minBalance !== null)
    most.push(['minBalance', availableOf(balanceOf(state, id, USD)) - minBalance])
  return most
}

/** The refusal of an amount that a caller moves to an object that may not hold so much. */
export function arrivesWithin(
  state: RealmState,
  target: LedgerObject,
  amount: Atoms
): Refusal | null {
  const limited = target.hasLimits ? state.limited.get(target.id) : undefined
  const maxBalance = limited?.limits.maxBalance ?? null
  if (maxBalance === null) return null
  const { settled, arriving } = balanceOf(state, target.id, USD)
  const room = maxBalance - settled - arriving
  return amount > 0n && amount > room ? exceeded('maxBalance', target, room, amount) : null
}

/** What a movement out of an object adds to its day; nothing where no limit bounds the object. */
export function countedMove({ id, hasLimits }: LedgerObject, amount: Atoms): CountedMove[] {
  return hasLimits ? [{ objectId: id, amount }] : []
}

export function countMove(state: RealmState, { objectId, amount }: CountedMove, now: Micros) {
  const limited = state.limited.get(objectId) ?? UNLIMITED
  const moved = movedOnDay(limited, now) + amount
  state.limited.set(objectId, { ...limited, day: dayOf(now), moved })
}

function exceeded(
  limit: keyof ObjectLimits,
  { path }: LedgerObject,
  most: Atoms,
  amount: Atoms
): Refusal {
  const allowed = formatUsd(most > 0n ? most : 0n)
  const requested = formatUsd(amount)
  return refuse('LIMIT_EXCEEDED', {
    message: `The ${limit} of ${path} allows ${allowed} more, and ${requested} is asked.`,
    details: { limit, allowed, requested, objectPath: path },
  })
}

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

/** What may leave an object: what is available above its minimum balance. Below zero it is short of it. */
export function aboveMinimum(state: RealmState, { id, hasLimits }: LedgerObject): Atoms {
  const limited = hasLimits ? state.limited.get(id) : undefined
  return availableOf(balanceOf(state, id, USD)) - (limited?.limits.minBalance ?? 0n)
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
  const limited = source.hasLimits ? state.limited.get(source.id) : undefined
  if (!limited) return null
  const { maxPerMovement, maxPerDay, minBalance } = limited.limits
  const allowed: [limit: keyof ObjectLimits, most: Atoms | null][] = [
    ['maxPerMovement', maxPerMovement],
    ['maxPerDay', maxPerDay === null ? null : maxPerDay - movedOnDay(limited, now)],
    ['minBalance', minBalance === null ? null : aboveMinimum(state, source) + into],
  ]
  for (const [limit, most] of allowed) {
    if (most !== null && amount > most) return exceeded(limit, source, most, amount)
  }
  return null
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

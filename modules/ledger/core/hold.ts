import type { Micros } from '#app/clock/clock'
import { rfc3339ToMicros, toRfc3339 } from '#app/clock/timestamp'
import { parseUsd, type Atoms } from '#app/money/usd'
import { assert } from './assert.ts'
import { USD, type Hold, type Operation, type OperationState } from './terms.ts'

export const HOLD_STATUSES = ['open', 'captured', 'released', 'expired'] as const

export type HoldStatus = (typeof HOLD_STATUSES)[number]

/** The state of the operation that a hold of each status has. */
export const STATE_OF_HOLD: Record<HoldStatus, OperationState> = {
  open: 'pending',
  captured: 'completed',
  released: 'failed',
  expired: 'expired',
}

const STATUS_OF_STATE: Record<OperationState, HoldStatus> = {
  pending: 'open',
  completed: 'captured',
  failed: 'released',
  expired: 'expired',
}

/** A hold has expired with its time, though what records it may not have run yet. */
export function holdStatusOf({ state, outcome }: Operation<'hold'>, now: Micros): HoldStatus {
  const { expiresAt } = outcome
  const isOver = expiresAt !== null && toRfc3339(now) >= expiresAt
  return state === 'pending' && isOver ? 'expired' : STATUS_OF_STATE[state]
}

/** The sides of a hold that is open, as its operation tells them. */
export function sidesOfHold({ id, source, target, outcome }: Operation<'hold'>): Hold[] {
  const { remainingAmount, expiresAt } = outcome
  const held = {
    operationId: id,
    denomination: USD,
    amount: parseUsd(remainingAmount),
    expiresAt: expiresAt === null ? null : rfc3339ToMicros(expiresAt),
  }
  assert(source.objectId !== null, 'a hold is on an object')
  const outbound: Hold = { ...held, objectId: source.objectId, direction: 'outbound' }
  if (target.objectId === null) return [outbound]
  return [outbound, { ...held, objectId: target.objectId, direction: 'inbound' }]
}

/** What is left of a hold: both of its sides hold the same amount. */
export function leftOf(holds: readonly Hold[]): Atoms {
  const [first, ...others] = holds
  assert(first !== undefined, 'an open hold holds something')
  assert(
    others.every(({ amount }) => amount === first.amount),
    'the sides of a hold agree'
  )
  return first.amount
}

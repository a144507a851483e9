import { formatUsd } from '#app/money/usd'
import type { Draft } from './draft.ts'
import { initialMargin } from './maintenance.ts'
import { freeMargin, settingOf, valueAtMark, withdrawable } from './margin.ts'
import { marketOf } from './market_inputs.ts'
import { CUSTODY, crossOf, isolatedOf, move } from './postings.ts'
import { amounts, refuse, type Refusal } from './refusals.ts'
import { absolute, larger, type MicroUsd } from './state.ts'
import { withPosition } from './fill_side.ts'

export function openAccount(draft: Draft, objectId: string): null {
  if (draft.account(objectId)) return null
  const account = { objectId, crossCash: 0n, positions: {}, settings: {}, cooldownUntilMs: 0 }
  draft.putAccount(account)
  draft.emit({ type: 'account_opened', objectId })
  return null
}

/** Ends an account that was wound up; the cash leaves with it. */
export function closeAccount(draft: Draft, objectId: string): Refusal | null {
  const account = draft.requireAccount(objectId)
  const busy =
    account.reserved !== undefined ||
    Object.keys(account.positions).length > 0 ||
    draft.countOrders(objectId) > 0 ||
    draft.twaps().some((twap) => twap.objectId === objectId)
  if (busy || account.crossCash < 0n) return refuse('account_not_empty')
  if (account.crossCash > 0n) moveCash(draft, objectId, -account.crossCash)
  draft.removeAccount(objectId)
  draft.emit({ type: 'account_closed', objectId })
  return null
}

/** @param amount positive */
export function deposit(draft: Draft, objectId: string, amount: MicroUsd): Refusal | null {
  return amount > 0n ? moveCash(draft, objectId, amount) : refuse('invalid_amount')
}

/** @param amount positive; what margin and resting orders need stays in the account */
export function withdraw(draft: Draft, objectId: string, amount: MicroUsd): Refusal | null {
  if (amount <= 0n) return refuse('invalid_amount')
  const available = withdrawable(draft, objectId)
  if (amount > available) {
    return refuse('withdraw_exceeds_available', { available: formatUsd(available) })
  }
  return moveCash(draft, objectId, -amount)
}

/** @param amount positive; the next tick liquidates positions that then lack margin */
export function loseCash(draft: Draft, objectId: string, amount: MicroUsd): Refusal | null {
  return amount > 0n ? moveCash(draft, objectId, -amount) : refuse('invalid_amount')
}

function moveCash(draft: Draft, objectId: string, amount: MicroUsd): null {
  const account = draft.requireAccount(objectId)
  draft.putAccount({ ...account, crossCash: account.crossCash + amount })
  const legs = move(CUSTODY, crossOf(objectId), amount, 'transfer')
  draft.emit({ type: 'cash_moved', objectId, amount }, legs)
  return null
}

/**
 * Moves margin between the cross account and an isolated position.
 *
 * @param amount positive adds; negative removes, but never below the initial margin or a tenth of
 *   the notional, whichever is larger
 */
export function moveIsolatedMargin(
  draft: Draft,
  objectId: string,
  market: string,
  amount: MicroUsd
): Refusal | null {
  if (amount === 0n) return refuse('isolated_margin_zero')
  const account = draft.requireAccount(objectId)
  const position = account.positions[market]
  if (!position) return refuse('position_not_found', { objectId, market })
  if (position.mode !== 'isolated') return refuse('not_isolated', { market })
  if (amount > 0n) {
    const free = freeMargin(draft, objectId)
    if (amount > free) return refuse('isolated_margin_insufficient', amounts(amount, free))
  } else {
    if (!marketOf(draft.inputs, market).isolatedMarginRemovable) {
      return refuse('removal_not_allowed')
    }
    const value = valueAtMark(draft.inputs, market, position.size)
    const { leverage } = settingOf(draft.inputs, account, market)
    const notional = absolute(value)
    const floor = larger(initialMargin(notional, leverage), notional / 10n)
    const equity = position.isolatedCash + amount + value
    if (equity < floor) {
      const removable = larger(position.isolatedCash + value - floor, 0n)
      return refuse('isolated_margin_insufficient', amounts(-amount, removable))
    }
  }
  const next = { ...position, isolatedCash: position.isolatedCash + amount }
  const crossCash = account.crossCash - amount
  draft.putAccount({ ...withPosition(account, market, next), crossCash })
  const legs = move(crossOf(objectId), isolatedOf(objectId, market), amount, 'iso_transfer')
  draft.emit({ type: 'isolated_margin_moved', objectId, market, amount }, legs)
  return null
}

/** Pays the platform and builder fees that have accrued to their recipients. */
export function distributeFees(draft: Draft): null {
  const { platform, builder } = draft.accrued
  if (platform === 0n && builder === 0n) return null
  draft.setAccrued({ platform: 0n, builder: 0n })
  const recipients = { owner: 'fee_recipients' } as const
  const legs = [
    ...move({ owner: 'platform_fees' }, recipients, platform, 'fee_distribution'),
    ...move({ owner: 'builder_fees' }, recipients, builder, 'fee_distribution'),
  ]
  draft.emit({ type: 'fees_distributed', platform, builder }, legs)
  return null
}

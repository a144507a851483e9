import type { Atoms } from '#app/money/usd'
import type { KindReadiness } from '#modules/ledger/extension/object_deletion'
import { accountState } from '../core/engine/account_state.ts'
import { Draft } from '../core/engine/draft.ts'
import { accountMargin, freeMargin, isPriced, withdrawable } from '../core/engine/margin.ts'
import type { Inputs } from '../core/engine/market_inputs.ts'
import type { Account } from '../core/engine/state.ts'
import type { Instance } from '../storage/instance_store.ts'
import type { VenueAccount } from './venue_driver.ts'

/** A cent: less is not worth a person's confirmation. */
const DUST: Atoms = 10_000n

/** @returns null when the venue has no such account */
export function accountView(
  {
    state,
    orderOperations,
    inputs,
  }: Pick<Instance, 'state' | 'orderOperations'> & { inputs: Inputs },
  objectId: string
): VenueAccount | null {
  const account = state.accounts.get(objectId)
  if (!account) return null
  const draft = isPriced(inputs, account) ? new Draft(state, inputs) : null
  return {
    account,
    orders: [...state.orders.values()].filter((order) => order.objectId === objectId),
    operationOfOrder: (id) => orderOperations.get(id),
    inputs,
    state: draft && accountState(inputs, account),
    free: draft && freeMargin(draft, objectId),
    spare: draft && withdrawable(draft, objectId),
  }
}

/** The readiness of an object whose account was never opened. */
export const NO_ACCOUNT: KindReadiness = { openPositionCount: 0, valueAtRisk: 0n, blocks: [] }

export function accountReadiness(inputs: Inputs, account: Account): KindReadiness {
  const openPositionCount = Object.keys(account.positions).length
  if (!isPriced(inputs, account)) {
    const blocks = ['A position has no price at the moment.']
    return { openPositionCount, valueAtRisk: account.crossCash, blocks }
  }
  const { equity } = accountMargin(inputs, account)
  const worth = equity < 0n ? 0n : equity
  const valueAtRisk = openPositionCount === 0 && worth < DUST ? 0n : worth
  return { openPositionCount, valueAtRisk, blocks: [] }
}

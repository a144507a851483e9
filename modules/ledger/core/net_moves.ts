import type { Micros } from '#app/clock/clock'
import type { Atoms } from '#app/money/usd'
import { shortOf } from './check_transfer.ts'
import type { Decision } from './decision.ts'
import { arrivesWithin, countedMove, leavesWithin } from './object_limits.ts'
import { spendOf, type Spending } from './spending.ts'
import { balanceOf, type RealmState } from './state.ts'
import { USD, type CountedMove, type LedgerObject, type SpendDraft } from './terms.ts'

/** One part of a movement between several objects. */
export interface Move {
  source: LedgerObject
  target: LedgerObject
  amount: Atoms
  /** Part of `amount`. */
  fee: Atoms
}

interface Flow {
  object: LedgerObject
  out: Atoms
  into: Atoms
}

/** What moves together leave in each object, and take from it. */
function flowsOf(moves: readonly Move[]): Flow[] {
  const flows = new Map<string, Flow>()
  const flowOf = (object: LedgerObject) => {
    const flow = flows.get(object.id) ?? { object, out: 0n, into: 0n }
    flows.set(object.id, flow)
    return flow
  }
  for (const { source, target, amount, fee } of moves) {
    flowOf(source).out += amount
    flowOf(target).into += amount - fee
  }
  return [...flows.values()]
}

/**
 * Checks moves that happen together. Balances are looked at on the net of the whole; limits and
 * windows count all that leaves an object, so that nothing that comes in beside it hides it.
 *
 * @param spendings what the credential may move out of each object, by its id; all of it is kept
 */
export function checkNet(
  state: RealmState,
  moves: readonly Move[],
  asked: { operationId: string; spendings: ReadonlyMap<string, readonly Spending[]>; now: Micros }
): { spends: SpendDraft[]; counted: CountedMove[] } | { answer: Decision } {
  const spends: SpendDraft[] = []
  const counted: CountedMove[] = []
  for (const { object, out, into } of flowsOf(moves)) {
    const balance = balanceOf(state, object.id, USD)
    const short = out > into ? shortOf(object.path, balance, out - into) : null
    if (short) return { answer: short }
    const beyond =
      (out > 0n ? leavesWithin(state, object, out, asked.now, into) : null) ??
      (into > out ? arrivesWithin(state, object, into - out) : null)
    if (beyond) return { answer: beyond }
    if (out === 0n) continue
    const { operationId } = asked
    const spender = { objectId: object.id, path: object.path, operationId, amount: out }
    const spent = (asked.spendings.get(object.id) ?? []).map((each) =>
      spendOf(state, each, spender)
    )
    for (const each of spent) if ('refusal' in each) return { answer: each.refusal }
    // It is spent once, however many windows count it.
    const [first] = spent
    if (first && 'spends' in first) spends.push(...first.spends)
    counted.push(...countedMove(object, out))
  }
  return { spends, counted }
}

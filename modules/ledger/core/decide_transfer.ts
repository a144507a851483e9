import type { Micros } from '#app/clock/clock'
import { formatUsd } from '#app/money/usd'
import {
  checkTransfer,
  transferLegs,
  transferOutcome,
  bothSides,
  type TransferTerms,
} from './check_transfer.ts'
import { emptyPosting, type Decision } from './decision.ts'
import { authorityOf, newOperation } from './idempotency.ts'
import { forOperation, needsNoLoad, small } from './request_kind.ts'
import { balanceOf, type RealmState } from './state.ts'
import { USD } from './terms.ts'

/** A transfer that is posted at once: both sides are inside one boundary. */
export interface TransferRequest extends TransferTerms {
  kind: 'transfer'
}

export const TRANSFER = forOperation<TransferRequest>({
  decide: decideTransfer,
  reads: bothSides,
  bytes: small,
  foreseen: needsNoLoad,
})

/** Decides an immediate transfer, which is complete with this entry. */
export function decideTransfer(state: RealmState, request: TransferRequest, now: Micros): Decision {
  const { realmId, operation, amount, fee } = request
  const result = checkTransfer(state, request, now)
  if ('answer' in result) return result.answer
  const { source, target, paid, spends, counted } = result.checked

  const received = balanceOf(state, target.id, USD)
  const posting = emptyPosting('transfer', authorityOf(operation), 'committed')
  posting.operation = {
    kind: 'new',
    row: newOperation(realmId, operation, now, {
      state: 'completed',
      outcome: transferOutcome('completed', amount, fee, {
        sourceNewBalance: formatUsd(paid.settled - amount),
        targetNewBalance: formatUsd(received.settled + amount - fee),
      }),
      source: { objectId: source.id, path: source.path },
      target: { objectId: target.id, path: target.path },
      denomination: USD,
      amount,
    }),
  }
  posting.newSpends = spends
  posting.countedMoves = counted
  posting.legs = transferLegs(state, { source, target }, amount, fee)
  return { kind: 'accepted', posting }
}

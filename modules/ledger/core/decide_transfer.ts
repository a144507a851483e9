import type { Micros } from '#app/clock/clock'
import { formatUsd } from '#app/money/usd'
import { checkTransfer, transferLegs, transferOutcome } from '#modules/ledger/core/check_transfer'
import { emptyPosting, type Decision } from '#modules/ledger/core/decision'
import { authorityOf, newOperation } from '#modules/ledger/core/idempotency'
import type { TransferRequest } from '#modules/ledger/core/requests'
import { balanceOf, type RealmState } from '#modules/ledger/core/state'
import { USD } from '#modules/ledger/core/terms'

/** An immediate transfer: complete with this entry. */
export function decideTransfer(state: RealmState, request: TransferRequest, now: Micros): Decision {
  const { realmId, operation, amount, fee } = request
  const result = checkTransfer(state, request)
  if ('answer' in result) return result.answer
  const { source, target, paid } = result.checked

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
  posting.legs = transferLegs(state, { source, target }, amount, fee)
  return { kind: 'accepted', posting }
}

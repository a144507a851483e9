import type { Micros } from '#app/clock/clock'
import { formatUsd } from '#app/money/usd'
import { assert } from '#modules/ledger/core/assert'
import { emptyPosting, refuse, type Decision } from '#modules/ledger/core/decision'
import { authorityOf, newOperation, replayOf } from '#modules/ledger/core/idempotency'
import type { TransferRequest } from '#modules/ledger/core/requests'
import { availableOf, balanceOf, type RealmState } from '#modules/ledger/core/state'
import { SYSTEM_PATHS } from '#modules/ledger/core/system_paths'
import { USD, type Leg } from '#modules/ledger/core/terms'
import { usableAt } from '#modules/ledger/core/usable_object'

/**
 * An immediate transfer. The source pays `amount`, the target gets `amount − fee`, the fee object
 * of the boundary gets `fee`.
 */
export function decideTransfer(state: RealmState, request: TransferRequest, now: Micros): Decision {
  const { realmId, operation, amount, fee } = request
  assert(amount > 0n && fee >= 0n, 'validators let only positive amounts through')
  assert(request.source.path !== request.target.path, 'validators refuse a transfer to itself')

  const replay = replayOf(state, operation)
  if (replay) return replay

  const source = usableAt(state, request.source.path)
  if (!source) return refuse('NOT_FOUND', { message: 'The source object does not exist.' })
  const target = usableAt(state, request.target.path)
  if (!target) return refuse('NOT_FOUND', { message: 'The target object does not exist.' })
  // The rail was chosen for these two objects; others at the same paths may need another rail.
  if (source.id !== request.source.id || target.id !== request.target.id) {
    return refuse('OBJECT_REPLACED')
  }
  if (amount <= fee) {
    return refuse('VALIDATION_ERROR', {
      message: 'The amount must be greater than the fee.',
      details: { amount: formatUsd(amount), fee: formatUsd(fee) },
    })
  }
  const paid = balanceOf(state, source.id, USD)
  const available = availableOf(paid)
  if (available < amount) {
    return refuse('INSUFFICIENT_BALANCE', {
      details: { available: formatUsd(available), required: formatUsd(amount) },
    })
  }

  const legs = transferLegs(state, request)
  assert(legs.reduce((sum, leg) => sum + leg.amount, 0n) === 0n, 'legs of an entry sum to zero')

  const received = balanceOf(state, target.id, USD)
  const posting = emptyPosting('transfer', authorityOf(operation), 'committed')
  posting.operation = {
    kind: 'new',
    row: newOperation(realmId, operation, now, {
      state: 'completed',
      outcome: {
        status: 'completed',
        amount: formatUsd(amount),
        denomination: USD,
        sourceNewBalance: formatUsd(paid.settled - amount),
        targetNewBalance: formatUsd(received.settled + amount - fee),
        ...(fee > 0n && { fee: { amount: formatUsd(fee), denomination: USD } }),
      },
      source: { objectId: source.id, path: source.path },
      target: { objectId: target.id, path: target.path },
      denomination: USD,
      amount,
    }),
  }
  posting.legs = legs
  return { kind: 'accepted', posting }
}

function transferLegs(state: RealmState, { source, target, amount, fee }: TransferRequest): Leg[] {
  const legs: Leg[] = [
    { objectId: source.id, denomination: USD, amount: -amount, kind: 'transfer' },
    { objectId: target.id, denomination: USD, amount: amount - fee, kind: 'transfer' },
  ]
  if (fee > 0n) {
    const fees = state.objectsByPath.get(SYSTEM_PATHS.fees)
    assert(fees !== undefined, 'every realm has a fee object')
    legs.push({ objectId: fees.id, denomination: USD, amount: fee, kind: 'fee' })
  }
  return legs
}

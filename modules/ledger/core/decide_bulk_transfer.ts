import type { Micros } from '#app/clock/clock'
import { apply } from '#modules/ledger/core/apply'
import { assert } from '#modules/ledger/core/assert'
import { refuse, type Decision, type PartDecision } from '#modules/ledger/core/decision'
import { decideTransfer } from '#modules/ledger/core/decide_transfer'
import type { BulkTransferRequest } from '#modules/ledger/core/requests'
import { scratchOf, type RealmState } from '#modules/ledger/core/state'

/**
 * All or none: each transfer is decided on what the ones before it would leave, on a copy of the
 * state. The first refusal is the answer, with the place it has in the list.
 */
export function decideBulkTransfer(
  state: RealmState,
  { transfers }: BulkTransferRequest,
  now: Micros
): Decision {
  const scratch = scratchOf(state)
  const parts: PartDecision[] = []
  for (const [index, transfer] of transfers.entries()) {
    const decision = decideTransfer(scratch, transfer, now)
    if (decision.kind === 'refused') {
      const { code, message, next, details } = decision
      return refuse(code, { message, next, details: { ...details, index } })
    }
    assert(
      decision.kind === 'accepted' || decision.kind === 'replayed',
      'a transfer is accepted, replayed or refused'
    )
    if (decision.kind === 'accepted') apply(scratch, decision.posting, now)
    parts.push(decision)
  }
  return { kind: 'decided_all', parts }
}

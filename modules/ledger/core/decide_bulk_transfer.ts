import type { Micros } from '#app/clock/clock'
import { apply } from './apply.ts'
import { assert } from './assert.ts'
import { refuse, type Decision, type PartDecision } from './decision.ts'
import { decideTransfer } from './decide_transfer.ts'
import type { BulkTransferRequest } from './requests.ts'
import { scratchOf, type RealmState } from './state.ts'

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

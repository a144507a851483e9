import type { Micros } from '#app/clock/clock'
import { apply } from './apply.ts'
import { assert } from './assert.ts'
import { decideTransfer, type TransferRequest } from './decide_transfer.ts'
import { versionsRead } from './conditions.ts'
import { refuse, type Decision, type PartDecision } from './decision.ts'
import { needsNoLoad, small, type RequestKind } from './request_kind.ts'
import { windowsRead } from './spending.ts'
import { scratchOf, type RealmState } from './state.ts'

/** Many transfers of one realm, all or none. Each becomes an operation and an entry of its own. */
export interface BulkTransferRequest {
  kind: 'bulk_transfer'
  realmId: string
  transfers: TransferRequest[]
}

export const BULK_TRANSFER: RequestKind<BulkTransferRequest> = {
  decide: decideBulkTransfer,
  operations: ({ transfers }) => transfers.map(({ operation }) => operation),
  reads: ({ transfers }) => ({
    objectPaths: transfers.flatMap(({ source, target }) => [source.path, target.path]),
    versionsOf: transfers.flatMap(({ conditions, source }) => versionsRead(conditions, source.id)),
    spentIn: transfers.flatMap(({ spending, source }) => windowsRead(spending, source.id)),
  }),
  bytes: small,
  foreseen: ({ transfers }) => transfers.every(needsNoLoad),
}

/**
 * Decides each transfer on the state that the ones before it would leave, on a copy. The first
 * refusal is the answer for all, with the index of its transfer.
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

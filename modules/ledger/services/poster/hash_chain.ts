import { toRfc3339 } from '#app/clock/timestamp'
import { atomsToColumn } from '#app/money/usd'
import type { PostedEntry } from '../../core/apply.ts'
import { groupHash, type HashedEntry } from '../../core/group_hash.ts'
import type { JournalGroup } from '../../storage/journal_rows.ts'

/** Chains the entries of one realm's group to the group before it. */
export function chainGroup(prevHash: string, entries: readonly PostedEntry[]): JournalGroup {
  const first = entries[0]!
  const last = entries.at(-1)!
  const { realmId, seq: seqFrom } = first
  const { seq: seqTo, committedAt } = last
  const hash = groupHash({
    prevHash,
    realmId,
    seqFrom,
    seqTo,
    committedAt: toRfc3339(committedAt),
    entries: entries.map(hashedEntry),
  })
  return { realmId, seqFrom, seqTo, committedAt, prevHash, hash }
}

function hashedEntry({ seq, posting, legs }: PostedEntry): HashedEntry {
  return {
    seq,
    operationId: posting.operation?.row.id ?? null,
    opType: posting.opType,
    authority: posting.authority,
    status: posting.entryStatus,
    legs: legs.map((leg) => ({
      objectId: leg.objectId,
      denomination: leg.denomination,
      kind: leg.kind,
      amount: atomsToColumn(leg.amount),
      balanceAfter: atomsToColumn(leg.balanceAfter),
    })),
  }
}

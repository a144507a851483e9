import { createHash, type Hash } from 'node:crypto'
import { toRfc3339 } from '#app/clock/timestamp'
import { atomsToColumn } from '#app/money/usd'
import type { PostedEntry } from '#modules/ledger/core/apply'
import type { JournalGroup } from '#modules/ledger/storage/journal_writer'

/** Fields are length-prefixed, so that moving a character between two fields changes the hash. */
function absorb(hash: Hash, ...fields: string[]) {
  for (const field of fields) hash.update(`${Buffer.byteLength(field)}:${field}`)
}

/**
 * Chains the entries of one realm's group to the group before it: SHA-256 over the previous hash,
 * the place of the group, and every entry with its legs.
 */
export function chainGroup(prevHash: string, entries: readonly PostedEntry[]): JournalGroup {
  const first = entries[0]!
  const last = entries.at(-1)!
  const hash = createHash('sha256')
  absorb(hash, prevHash, first.realmId, String(first.seq), String(last.seq))
  absorb(hash, toRfc3339(last.committedAt))
  for (const { seq, posting, legs } of entries) {
    absorb(
      hash,
      String(seq),
      posting.operation?.row.id ?? '',
      posting.opType,
      posting.authority,
      posting.entryStatus,
      String(legs.length)
    )
    for (const leg of legs) {
      absorb(hash, leg.objectId, leg.denomination, leg.kind)
      absorb(hash, atomsToColumn(leg.amount), atomsToColumn(leg.balanceAfter))
    }
  }
  return {
    realmId: first.realmId,
    seqFrom: first.seq,
    seqTo: last.seq,
    committedAt: last.committedAt,
    prevHash,
    hash: hash.digest('hex'),
  }
}

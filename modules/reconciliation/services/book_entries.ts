import { JournalCuts, lastSeq, scopeChanges } from '#modules/ledger/index'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { netEntries, type BookEntry } from '../core/book_entry.ts'
import { beginOf } from '../core/day.ts'
import type { Day } from '../core/file_line.ts'
import type { Reconciliation } from '../core/reconciliation.ts'
import { RECONCILIATION_LIMITS } from '../limits.ts'

/**
 * Reads what the books say of some days. The entries up to a closed moment never change, so the same
 * reconciliation reads the same ones after a crash, and holds no connection meanwhile.
 */
@singleton()
export class BookEntries {
  constructor(
    private cuts: JournalCuts,
    private database: Database
  ) {}

  /**
   * @param from the first day, and `to` the last one; what was booked after the upload is left out
   * @param alive called after each page
   * @returns null when there are too many
   */
  async run(
    { realmId, objectId, prefix, createdAt }: Reconciliation,
    { from, to }: { from: Day; to: Day },
    alive: () => Promise<void>
  ): Promise<BookEntry[] | null> {
    const until = Math.min(beginOf(to + 1) - 1, createdAt)
    const span = await this.cuts.asOf(realmId, until, async ({ session, seq }) => {
      return { above: await lastSeq(session, realmId, '<', beginOf(from)), upTo: seq }
    })
    const scope = objectId === null ? { prefix: prefix! } : { objectId }
    const limit = RECONCILIATION_LIMITS.entriesPage
    const entries: BookEntry[] = []
    for (let above = span.above; ;) {
      const page = await scopeChanges(this.database, scope, { realmId, ...span, above, limit })
      entries.push(...page)
      if (entries.length > RECONCILIATION_LIMITS.entries) return null
      if (page.length < limit) return netEntries(entries)
      above = page.at(-1)!.seq
      await alive()
    }
  }
}

import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader } from '#app/storage/database'
import type { ValuationCut } from '../extension/valuator.ts'

/** The journal before its first entry. */
const BEGINNING = { seq: 0, committedAt: '1970-01-01 00:00:00.000000' }

type Place = Pick<ValuationCut, 'seq' | 'committedAt'>

/** Opens cuts of a realm's journal: moments at which everything that is read agrees. */
@singleton()
export class JournalCuts {
  constructor(private database: Database) {}

  /** Reads at the newest entry, in one attempt even in a realm that never rests. */
  async now<Result>(
    realmId: string,
    read: (cut: ValuationCut) => Promise<Result>
  ): Promise<Result> {
    return this.database.snapshot(async (session) => {
      const head = await headPlace(session, realmId)
      return read({ realmId, session, ...head, asOf: null })
    })
  }

  /**
   * Reads at a past moment: at the newest group committed by then. The answer for a past moment
   * never changes.
   */
  async asOf<Result>(
    realmId: string,
    asOf: Micros,
    read: (cut: ValuationCut) => Promise<Result>
  ): Promise<Result> {
    await this.awaitGroupsUpTo(realmId, asOf)
    return this.database.snapshot(async (session) => {
      return read(await cutOf(session, realmId, asOf))
    })
  }

  /**
   * Waits for a group that may still be committed at or before the moment. A group takes its time
   * while it holds the lock on the realm's head: a reader that gets the lock after it sees it, and
   * the next group is later.
   */
  async awaitGroupsUpTo(realmId: string, asOf: Micros): Promise<void> {
    const head = await headPlace(this.database, realmId)
    if (head.committedAt > toSqlDatetime(asOf)) return
    await this.database.read('SELECT seq FROM realm_heads WHERE realm_id = ? LOCK IN SHARE MODE', [
      realmId,
    ])
  }
}

/** The cut of a moment, in a session that is open. */
export async function cutOf(
  session: SqlReader,
  realmId: string,
  asOf: Micros
): Promise<ValuationCut> {
  const [row] = await session.read<{ seq: string | number; committedAt: string }>(
    `SELECT seq_to AS seq, committed_at AS committedAt FROM journal_groups
      WHERE realm_id = ? AND committed_at <= ? ORDER BY committed_at DESC LIMIT 1`,
    [realmId, toSqlDatetime(asOf)]
  )
  return { realmId, session, ...placeOf(row), asOf }
}

async function headPlace(session: SqlReader, realmId: string): Promise<Place> {
  const [row] = await session.read<{ seq: string | number; committedAt: string }>(
    'SELECT seq, committed_at AS committedAt FROM realm_heads WHERE realm_id = ?',
    [realmId]
  )
  return placeOf(row)
}

function placeOf(row: { seq: string | number; committedAt: string } | undefined): Place {
  return row ? { seq: Number(row.seq), committedAt: row.committedAt } : BEGINNING
}

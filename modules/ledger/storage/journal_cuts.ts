import { Clock, type Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader } from '#app/storage/database'
import { closeTime } from './journal_writer.ts'
import type { ValuationCut } from '../extension/valuator.ts'

/** The journal before its first entry. */
const BEGINNING = { seq: 0, committedAt: '1970-01-01 00:00:00.000000' }

type Place = Pick<ValuationCut, 'seq' | 'committedAt'>

/** The cut of a moment. */
export type PastCut = ValuationCut & { asOf: Micros }

/** Opens cuts of a realm's journal: moments at which everything that is read agrees. */
@singleton()
export class JournalCuts {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

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
   * never changes: the time up to it is closed first, so that neither a group that is being written
   * nor one that was decided ahead is committed at or before it any more. Of a moment to come nothing
   * is known: the cut is then that of now, and says so. Now is the time of the newest group where that
   * is later, because another server's clock may be ahead of this one.
   */
  async asOf<Result>(
    realmId: string,
    asOf: Micros,
    read: (cut: PastCut) => Promise<Result>
  ): Promise<Result> {
    const now = this.clock.nowMicros()
    const closed = await closeTime(this.database, realmId, Math.min(asOf, now))
    return this.database.snapshot(async (session) => {
      return read(await cutOf(session, realmId, Math.min(asOf, closed)))
    })
  }
}

/** The cut of a moment, in a session that is open. */
export async function cutOf(session: SqlReader, realmId: string, asOf: Micros): Promise<PastCut> {
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

/**
 * The cut of an entry that ends a group: what was the newest one once.
 *
 * @throws Error when the journal has no such entry: it is another one, or an older copy
 */
export async function cutAtEntry(
  session: SqlReader,
  realmId: string,
  seq: number
): Promise<ValuationCut> {
  const [row] = await session.read<{ committedAt: string }>(
    'SELECT committed_at AS committedAt FROM journal_groups WHERE realm_id = ? AND seq_to = ?',
    [realmId, seq]
  )
  if (!row) throw new Error(`No group of the journal of realm ${realmId} ends at entry ${seq}`)
  const { committedAt } = row
  return { realmId, session, seq, committedAt, asOf: sqlToMicros(committedAt) }
}

function placeOf(row: { seq: string | number; committedAt: string } | undefined): Place {
  return row ? { seq: Number(row.seq), committedAt: row.committedAt } : BEGINNING
}

import { toSqlDatetime } from '#app/clock/timestamp'
import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { count, Table, text } from '#app/storage/table'
import type {
  AuditChain,
  AuditLink,
  ChainedAuditEntry,
  StoredAuditEntry,
} from '../core/audit_chain.ts'
import { ENTRIES, ENTRY_COLUMNS } from './audit_store.ts'

/** An entry as the table may hold it, also after tampering. */
type LinkedEntry = StoredAuditEntry & { [Part in keyof AuditLink]: AuditLink[Part] | null }

const LINKED_ENTRIES = new Table<LinkedEntry>('credential_audit', {
  ...ENTRY_COLUMNS,
  seq: count(),
  prevHash: text(),
  entryHash: text(),
})

const CHAINS = new Table<AuditChain>('audit_chains', {
  orgId: text(),
  seq: count(),
  lastHash: text(),
  anchorSeq: count(),
  anchorHash: text(),
})

const WITHOUT_PLACE = 'FROM credential_audit WHERE seq IS NULL'

/** Finds a row while an entry has no place in its chain yet. */
export const UNSEALED = `SELECT 1 ${WITHOUT_PLACE}`

/** The hash chains of audit entries, one for each organization. */
@singleton()
export class AuditChainStore {
  constructor(private database: Database) {}

  /** Organizations with entries that have no place in their chain yet. */
  async unsealedOrgs(): Promise<string[]> {
    const rows = await this.database.read<{ org_id: string }>(
      `SELECT DISTINCT org_id ${WITHOUT_PLACE}`
    )
    return rows.map((row) => row.org_id)
  }

  /** Organizations with entries from before `time`. */
  async orgsBefore(time: Micros): Promise<string[]> {
    const rows = await this.database.read<{ org_id: string }>(
      'SELECT DISTINCT org_id FROM credential_audit WHERE created_at < ?',
      [toSqlDatetime(time)]
    )
    return rows.map((row) => row.org_id)
  }

  /**
   * Locks the chain, so that it grows and is cut by one process at a time; makes it if it does not
   * exist.
   */
  async lock(session: SqlSession, orgId: string): Promise<AuditChain> {
    const locked = () => CHAINS.first(session, 'WHERE org_id = ? FOR UPDATE', [orgId])
    const known = await locked()
    if (known) return known
    const empty = { orgId, seq: 0, lastHash: '', anchorSeq: 0, anchorHash: '' }
    await CHAINS.insertNew(session, empty)
    return (await locked())!
  }

  unsealed(reader: SqlReader, orgId: string, limit: number): Promise<StoredAuditEntry[]> {
    const rest = `WHERE org_id = ? AND seq IS NULL ORDER BY created_at, id LIMIT ${limit}`
    return ENTRIES.all(reader, rest, [orgId])
  }

  /** Gives entries their places and moves the end of the chain. */
  async append(session: SqlSession, entries: readonly ChainedAuditEntry[]) {
    for (const { id, seq, prevHash, entryHash } of entries) {
      await LINKED_ENTRIES.update(session, { seq, prevHash, entryHash }, 'WHERE id = ?', [id])
    }
    const { orgId, seq, entryHash: lastHash } = entries.at(-1)!
    await CHAINS.update(session, { seq, lastHash }, 'WHERE org_id = ?', [orgId])
  }

  /**
   * Deletes the oldest entries of a chain up to the first that is not older than `time`. The last
   * deleted entry becomes the chain's anchor.
   *
   * @returns how many entries were deleted, at most `limit`
   */
  async cut(
    session: SqlSession,
    { orgId, seq, anchorSeq }: AuditChain,
    time: Micros,
    limit: number
  ): Promise<number> {
    const [kept] = await session.read<{ seq: string | number | null }>(
      'SELECT MIN(seq) AS seq FROM credential_audit WHERE org_id = ? AND created_at >= ?',
      [orgId, toSqlDatetime(time)]
    )
    const old = kept!.seq === null ? seq : Number(kept!.seq) - 1
    const last = Math.min(old, anchorSeq + limit)
    if (last <= anchorSeq) return 0
    await session.write(
      `UPDATE audit_chains SET anchor_seq = ?, anchor_hash =
         (SELECT entry_hash FROM credential_audit WHERE org_id = ? AND seq = ?)
       WHERE org_id = ?`,
      [last, orgId, last, orgId]
    )
    const { affectedRows } = await session.write(
      'DELETE FROM credential_audit WHERE org_id = ? AND seq <= ?',
      [orgId, last]
    )
    return affectedRows
  }

  chain(reader: SqlReader, orgId: string): Promise<AuditChain | null> {
    return CHAINS.first(reader, 'WHERE org_id = ?', [orgId])
  }

  chains(reader: SqlReader, afterOrg: string, limit: number): Promise<AuditChain[]> {
    return CHAINS.all(reader, `WHERE org_id > ? ORDER BY org_id LIMIT ${limit}`, [afterOrg])
  }

  /** The entries of a chain after number `after`. */
  async entries(
    reader: SqlReader,
    orgId: string,
    after: number,
    limit: number
  ): Promise<ChainedAuditEntry[]> {
    const rest = `WHERE org_id = ? AND seq > ? ORDER BY seq LIMIT ${limit}`
    const rows = await LINKED_ENTRIES.all(reader, rest, [orgId, after])
    return rows.map((row) => ({
      ...row,
      seq: Number(row.seq),
      prevHash: row.prevHash ?? '',
      entryHash: row.entryHash ?? '',
    }))
  }

  /** Organizations whose entries have places in a missing chain, or before the chain's anchor. */
  async orphans(reader: SqlReader): Promise<{ orgId: string; entries: number }[]> {
    const rows = await reader.read<{ org_id: string; entries: string | number }>(
      `SELECT a.org_id, COUNT(*) AS entries
       FROM credential_audit a LEFT JOIN audit_chains c ON c.org_id = a.org_id
       WHERE a.seq IS NOT NULL AND (c.org_id IS NULL OR a.seq <= c.anchor_seq)
       GROUP BY a.org_id`
    )
    return rows.map((row) => ({ orgId: row.org_id, entries: Number(row.entries) }))
  }
}

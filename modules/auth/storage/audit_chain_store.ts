import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import type { AuditChain, ChainedAuditEntry, StoredAuditEntry } from '../core/audit_chain.ts'
import { AUDIT_COLUMNS, type AuditRow } from './audit_store.ts'

interface LinkRow extends AuditRow {
  seq: string | number
  prev_hash: string | null
  entry_hash: string | null
}

interface ChainRow {
  org_id: string
  seq: string | number
  last_hash: string
  anchor_seq: string | number
  anchor_hash: string
}

const CHAIN = 'org_id, seq, last_hash, anchor_seq, anchor_hash'

/** The hash chains of audit entries, one for each organization. */
@singleton()
export class AuditChainStore {
  constructor(private database: Database) {}

  /** Organizations with entries that have no place in their chain yet. */
  async unsealedOrgs(): Promise<string[]> {
    const rows = await this.database.read<{ org_id: string }>(
      'SELECT DISTINCT org_id FROM credential_audit WHERE seq IS NULL'
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

  /** Locks the chain, so that it grows and is cut by one at a time; makes it when it is the first time. */
  async lock(session: SqlSession, orgId: string): Promise<AuditChain> {
    const select = `SELECT ${CHAIN} FROM audit_chains WHERE org_id = ? FOR UPDATE`
    const [known] = await session.read<ChainRow>(select, [orgId])
    if (known) return toChain(known)
    await session.write(`INSERT IGNORE INTO audit_chains (${CHAIN}) VALUES (?, 0, '', 0, '')`, [
      orgId,
    ])
    const [made] = await session.read<ChainRow>(select, [orgId])
    return toChain(made!)
  }

  async unsealed(reader: SqlReader, orgId: string, limit: number): Promise<StoredAuditEntry[]> {
    const rows = await reader.read<AuditRow>(
      `SELECT ${AUDIT_COLUMNS} FROM credential_audit WHERE org_id = ? AND seq IS NULL
       ORDER BY created_at, id LIMIT ${limit}`,
      [orgId]
    )
    return rows.map(toEntry)
  }

  /** Gives entries their places and moves the end of the chain. */
  async append(session: SqlSession, entries: readonly ChainedAuditEntry[]) {
    for (const { id, seq, prevHash, entryHash } of entries) {
      await session.write(
        'UPDATE credential_audit SET seq = ?, prev_hash = ?, entry_hash = ? WHERE id = ?',
        [seq, prevHash, entryHash, id]
      )
    }
    const { orgId, seq, entryHash } = entries.at(-1)!
    await session.write('UPDATE audit_chains SET seq = ?, last_hash = ? WHERE org_id = ?', [
      seq,
      entryHash,
      orgId,
    ])
  }

  /**
   * Forgets the oldest entries of a chain up to the first that is not older than `time`, and leaves
   * the last of them as its anchor.
   *
   * @returns how many went, at most `limit`
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

  async chain(reader: SqlReader, orgId: string): Promise<AuditChain | null> {
    const [row] = await reader.read<ChainRow>(
      `SELECT ${CHAIN} FROM audit_chains WHERE org_id = ?`,
      [orgId]
    )
    return row ? toChain(row) : null
  }

  async chains(reader: SqlReader, afterOrg: string, limit: number): Promise<AuditChain[]> {
    const rows = await reader.read<ChainRow>(
      `SELECT ${CHAIN} FROM audit_chains WHERE org_id > ? ORDER BY org_id LIMIT ${limit}`,
      [afterOrg]
    )
    return rows.map(toChain)
  }

  /** The entries of a chain after number `after`. */
  async entries(
    reader: SqlReader,
    orgId: string,
    after: number,
    limit: number
  ): Promise<ChainedAuditEntry[]> {
    const rows = await reader.read<LinkRow>(
      `SELECT ${AUDIT_COLUMNS}, seq, prev_hash, entry_hash FROM credential_audit
       WHERE org_id = ? AND seq > ? ORDER BY seq LIMIT ${limit}`,
      [orgId, after]
    )
    return rows.map((row) => ({
      ...toEntry(row),
      seq: Number(row.seq),
      prevHash: row.prev_hash ?? '',
      entryHash: row.entry_hash ?? '',
    }))
  }

  /** Organizations whose entries have places in a chain that is not there, or before its anchor. */
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

function toEntry(row: AuditRow): StoredAuditEntry {
  return {
    id: row.id,
    orgId: row.org_id,
    realmId: row.realm_id,
    eventType: row.event_type,
    success: row.success === 1,
    actorType: row.actor_type,
    actorId: row.actor_id,
    credential: row.credential,
    credentialId: row.credential_id,
    details: row.details,
    requestId: row.request_id,
    address: row.ip,
    createdAt: sqlToMicros(row.created_at),
  }
}

function toChain(row: ChainRow): AuditChain {
  return {
    orgId: row.org_id,
    seq: Number(row.seq),
    lastHash: row.last_hash,
    anchorSeq: Number(row.anchor_seq),
    anchorHash: row.anchor_hash,
  }
}

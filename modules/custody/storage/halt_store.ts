import { Clock } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { Database, type SqlSession } from '#app/storage/database'
import { CUSTODY_LIMITS } from '../limits.ts'
import type { ActiveHalt, HaltCause, HaltSource, HaltType } from '../core/realm_halt.ts'

/** How far the pool has followed a halt. */
export type HaltOnChain = 'none' | 'halting' | 'halted' | 'resumed'

/** A halt whose pool does not stand as it should. */
export interface UnfollowedHalt {
  id: string
  realmId: string
  active: boolean
  onChain: HaltOnChain
}

/** Times in microseconds since the Unix epoch. */
export interface HaltRecord {
  id: string
  type: HaltType
  source: HaltSource
  reason: string
  raisedBy: string
  raisedAt: number
  clearedBy: string | null
  clearedAt: number | null
}

interface HaltRow {
  id: string
  realm_id: string
  type: HaltType
  source: HaltSource
  reason: string
  raised_by: string
  raised_at: string
}

const COLUMNS = 'id, realm_id, type, source, reason, raised_by, raised_at'

/** Halts of realms, of now and of before. */
@singleton()
export class HaltStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  async active(): Promise<ActiveHalt[]> {
    const rows = await this.database.read<HaltRow>(
      `SELECT ${COLUMNS} FROM custody_halts WHERE active_key = ''`
    )
    return rows.map(haltOf)
  }

  /** Locks it, so that of two who decide at once the second sees what the first has done. */
  async activeOf(session: SqlSession, realmId: string): Promise<ActiveHalt | null> {
    const [row] = await session.read<HaltRow>(
      `SELECT ${COLUMNS} FROM custody_halts WHERE active_key = '' AND realm_id = ? FOR UPDATE`,
      [realmId]
    )
    return row ? haltOf(row) : null
  }

  /** @throws a duplicate-key error when the realm is halted already */
  async add(
    session: SqlSession,
    realmId: string,
    cause: HaltCause,
    onChain: HaltOnChain = 'none'
  ): Promise<ActiveHalt> {
    const halt = { id: newId('hlt'), realmId, ...cause, since: this.clock.nowMicros() }
    await session.write(
      `INSERT INTO custody_halts (${COLUMNS}, on_chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        halt.id,
        realmId,
        cause.type,
        cause.source,
        cause.reason.slice(0, CUSTODY_LIMITS.haltReasonLength),
        cause.by,
        toSqlDatetime(halt.since),
        onChain,
      ]
    )
    return halt
  }

  async end(session: SqlSession, id: string, by: string): Promise<void> {
    await session.write(
      `UPDATE custody_halts SET active_key = id, cleared_by = ?, cleared_at = ? WHERE id = ?`,
      [by, toSqlDatetime(this.clock.nowMicros()), id]
    )
  }

  /**
   * Why the events of a chain are read no further, and since when; null while they are.
   *
   * @returns since in microseconds
   */
  async stopOf(chainId: number): Promise<{ reason: string; since: number } | null> {
    const [row] = await this.database.read<{ stopped_reason: string; stopped_at: string }>(
      `SELECT stopped_reason, stopped_at FROM custody_index_cursors
        WHERE chain_id = ? AND stopped_reason IS NOT NULL`,
      [chainId]
    )
    return row ? { reason: row.stopped_reason, since: sqlToMicros(row.stopped_at) } : null
  }

  /** Realms whose pool contradicts itself, and that are not halted. */
  async faults(chainId: number, limit: number): Promise<{ realmId: string; fault: string }[]> {
    const rows = await this.database.read<{ realm_id: string; fault: string }>(
      `SELECT c.realm_id, c.fault FROM custody_pool_cursors c
         LEFT JOIN custody_halts h ON h.active_key = '' AND h.realm_id = c.realm_id
        WHERE c.chain_id = ? AND c.fault IS NOT NULL AND h.id IS NULL LIMIT ${limit}`,
      [chainId]
    )
    return rows.map((row) => ({ realmId: row.realm_id, fault: row.fault }))
  }

  /**
   * Halts of everything that the pool does not know yet, and ended ones it still follows; in order of
   * their ids, after a given one.
   */
  async unfollowed(afterId: string, limit: number): Promise<UnfollowedHalt[]> {
    const rows = await this.database.read<{
      id: string
      realm_id: string
      active_key: string
      on_chain: HaltOnChain
    }>(
      `SELECT id, realm_id, active_key, on_chain FROM custody_halts
        WHERE id > ?
          AND ((active_key = '' AND type = 'all_flows' AND on_chain IN ('none', 'halting'))
            OR (active_key <> '' AND on_chain IN ('halting', 'halted')))
        ORDER BY id LIMIT ${Math.trunc(limit)}`,
      [afterId]
    )
    return rows.map((row) => ({
      id: row.id,
      realmId: row.realm_id,
      active: row.active_key === '',
      onChain: row.on_chain,
    }))
  }

  /** What the pool did because of one halt counts for another one. */
  async handOver(session: SqlSession, fromId: string, toId: string): Promise<void> {
    const [from] = await session.read<{ on_chain: HaltOnChain }>(
      'SELECT on_chain FROM custody_halts WHERE id = ?',
      [fromId]
    )
    await this.#setOnChain(session, toId, from!.on_chain)
    await this.#setOnChain(session, fromId, 'resumed')
  }

  async follow(id: string, onChain: HaltOnChain): Promise<void> {
    await this.#setOnChain(this.database, id, onChain)
  }

  /** The newest halts of a realm, ended ones too. Times in microseconds. */
  async history(realmId: string): Promise<HaltRecord[]> {
    const rows = await this.database.read<
      HaltRow & { cleared_by: string | null; cleared_at: string | null }
    >(
      `SELECT ${COLUMNS}, cleared_by, cleared_at FROM custody_halts
        WHERE realm_id = ? ORDER BY id DESC LIMIT ${CUSTODY_LIMITS.haltsShown}`,
      [realmId]
    )
    return rows.map((row) => ({
      id: row.id,
      type: row.type,
      source: row.source,
      reason: row.reason,
      raisedBy: row.raised_by,
      raisedAt: sqlToMicros(row.raised_at),
      clearedBy: row.cleared_by,
      clearedAt: row.cleared_at === null ? null : sqlToMicros(row.cleared_at),
    }))
  }

  async #setOnChain(session: Pick<SqlSession, 'write'>, id: string, onChain: HaltOnChain) {
    await session.write('UPDATE custody_halts SET on_chain = ? WHERE id = ?', [onChain, id])
  }
}

function haltOf(row: HaltRow): ActiveHalt {
  return {
    id: row.id,
    realmId: row.realm_id,
    type: row.type,
    source: row.source,
    reason: row.reason,
    by: row.raised_by,
    since: sqlToMicros(row.raised_at),
  }
}

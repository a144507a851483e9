import { Clock } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import type { Address, Hex } from '../core/chain_types.ts'
import {
  NEW_BOUNDARY,
  type BoundaryEvent,
  type BoundaryFacts,
  type BoundaryStatusName,
} from '../core/boundary_facts.ts'
import type { EventValue, RealmPoolEvent } from '../core/pool_event.ts'
import { ChainNames } from '../core/chain_names.ts'

/** What the final events say about a boundary, up to the newest of them. */
export interface MirroredBoundary {
  hash: Hex
  realmId: string
  facts: BoundaryFacts
  lastSeq: number
}

/** An event about a boundary that is not final. */
export interface Sighting {
  boundaryHash: string
  event: BoundaryEvent
  /** Unix seconds. */
  at: number
}

interface MirrorRow {
  boundary_hash: Hex
  realm_id: string
  status: BoundaryStatusName
  time_lock: string | number
  cosigner: Address | null
  recovery_key: Address | null
  pending_key: Address | null
  key_ripe_at: string | number | null
  key_seq: string | number
  agent: Address | null
  locked_by: Address | null
  locked_at: string | number | null
  frozen_at: string | number | null
  recovery_tx_hash: Hex | null
  exit_op_hash: Hex | null
  exit_to: Address | null
  exit_amount: string | null
  exit_ripe_at: string | number | null
  last_seq: string | number
  updated_at: string
}

const FACTS = `
  status time_lock cosigner recovery_key pending_key key_ripe_at key_seq agent locked_by
  locked_at frozen_at recovery_tx_hash exit_op_hash exit_to exit_amount exit_ripe_at
  last_seq updated_at
`
  .trim()
  .split(/\s+/)
const SELECT = `SELECT boundary_hash, realm_id, ${FACTS.map((column) =>
  column === 'exit_amount' ? 'CAST(exit_amount AS CHAR) AS exit_amount' : column
).join(', ')} FROM custody_boundary_mirror`
const CHANGED_ROWS = 1_000

/** What the chain says about boundaries: final, and seen. */
@singleton()
export class BoundaryMirrorStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames,
    private pageRows = CHANGED_ROWS
  ) {}

  async of(hashes: readonly Hex[]): Promise<Map<Hex, MirroredBoundary>> {
    if (hashes.length === 0) return new Map()
    const rows = await this.database.read<MirrorRow>(
      `${SELECT} WHERE chain_id = ? AND boundary_hash IN (?)`,
      [this.chain.chainId, hashes]
    )
    return new Map(rows.map((row) => [row.boundary_hash, mirroredOf(row)]))
  }

  /**
   * All boundaries whose facts changed at or after a time of our clock, and the newest of these times.
   * Read in pages to the end: a page full of changes of one moment must not hide those after it.
   */
  async changedSince(micros: number) {
    const changed: MirroredBoundary[] = []
    let [time, hash] = [toSqlDatetime(micros), '']
    for (let full = true; full;) {
      const rows = await this.database.read<MirrorRow>(
        `${SELECT} WHERE chain_id = ? AND updated_at >= ? AND (updated_at > ? OR boundary_hash > ?)
          ORDER BY updated_at, boundary_hash LIMIT ${this.pageRows}`,
        [this.chain.chainId, time, time, hash]
      )
      changed.push(...rows.map(mirroredOf))
      full = rows.length === this.pageRows
      const last = rows.at(-1)
      if (last) [time, hash] = [last.updated_at, last.boundary_hash]
    }
    return { changed, newestMicros: sqlToMicros(time) }
  }

  /** When facts last changed, by our clock; 0 before the first. */
  async newestChange(): Promise<number> {
    const [row] = await this.database.read<{ newest: string | null }>(
      'SELECT MAX(updated_at) AS newest FROM custody_boundary_mirror WHERE chain_id = ?',
      [this.chain.chainId]
    )
    return row?.newest ? sqlToMicros(row.newest) : 0
  }

  /** Whether any registration of a recovery key waits for its time lock. */
  async hasWaitingKeys(): Promise<boolean> {
    const [row] = await this.database.read(
      `SELECT 1 FROM custody_boundary_mirror
        WHERE chain_id = ? AND key_ripe_at > 0 AND pending_key IS NOT NULL LIMIT 1`,
      [this.chain.chainId]
    )
    return row !== undefined
  }

  /** Whose keys wait for a time that has come. */
  async ripeKeys(unixSeconds: number, limit: number) {
    const rows = await this.database.read<{
      boundary_hash: Hex
      realm_id: string
      key_seq: string
    }>(
      `SELECT boundary_hash, realm_id, key_seq FROM custody_boundary_mirror
        WHERE chain_id = ? AND key_ripe_at <= ? AND pending_key IS NOT NULL
        ORDER BY key_ripe_at LIMIT ${limit}`,
      [this.chain.chainId, unixSeconds]
    )
    return rows.map((row) => ({
      hash: row.boundary_hash,
      realmId: row.realm_id,
      keySeq: Number(row.key_seq),
    }))
  }

  async factsOf(session: SqlSession, hash: Hex): Promise<BoundaryFacts> {
    const [row] = await session.read<MirrorRow>(
      `${SELECT} WHERE chain_id = ? AND boundary_hash = ?`,
      [this.chain.chainId, hash]
    )
    return row ? mirroredOf(row).facts : NEW_BOUNDARY
  }

  async save(session: SqlSession, event: RealmPoolEvent, facts: BoundaryFacts): Promise<void> {
    const { pendingExit: exit } = facts
    const hash = String(event.args.boundaryId)
    const columns = ['chain_id', 'boundary_hash', 'pool', 'realm_id', ...FACTS]
    const updates = FACTS.map((column) => `${column} = VALUES(${column})`).join(', ')
    await session.write(
      `INSERT INTO custody_boundary_mirror (${columns.join(', ')}) VALUES ?
       ON DUPLICATE KEY UPDATE ${updates}`,
      [
        [
          [
            this.chain.chainId,
            hash,
            event.pool,
            event.realmId,
            facts.status,
            facts.timeLockSeconds,
            facts.cosigner,
            facts.recoveryKey,
            facts.pendingRecoveryKey,
            facts.recoveryKeyRipeAt,
            facts.keySeq,
            facts.agent,
            facts.lockedBy,
            facts.lockedAt,
            facts.frozenAt,
            facts.recoveryTxHash,
            exit?.opHash ?? null,
            exit?.to ?? null,
            exit?.amount.toString() ?? null,
            exit?.ripeAt ?? null,
            event.seq,
            toSqlDatetime(this.clock.nowMicros()),
          ],
        ],
      ]
    )
    await session.write(
      `UPDATE custody_boundaries SET state = 'registered'
        WHERE boundary_hash = ? AND state = 'requested'`,
      [hash]
    )
  }

  // ------------------------------------------------------------- what was only seen

  async noteSighting(event: RealmPoolEvent, blockTime: number): Promise<void> {
    await this.database.write(
      `INSERT INTO custody_sightings (chain_id, pool, seq, block_hash, block_time) VALUES (?, ?, ?, ?, ?)
       ON DUPLICATE KEY UPDATE block_hash = VALUES(block_hash), block_time = VALUES(block_time)`,
      [this.chain.chainId, event.pool, event.seq, event.blockHash, blockTime]
    )
  }

  /** Oldest first. */
  async sightings(): Promise<Sighting[]> {
    const rows = await this.database.read<{
      seq: string | number
      name: string
      payload: string
      tx_hash: Hex
      block_time: string | number
    }>(
      `SELECT e.seq, e.name, e.payload, e.tx_hash, s.block_time
         FROM custody_sightings s
         JOIN custody_events e ON e.chain_id = s.chain_id AND e.pool = s.pool AND e.seq = s.seq
        WHERE s.chain_id = ? AND e.state = 'tentative' ORDER BY e.pool, e.seq`,
      [this.chain.chainId]
    )
    return rows.flatMap((row) => {
      const args = JSON.parse(row.payload) as Record<string, EventValue>
      // Another event may have taken the number of one that was taken back.
      if (typeof args.boundaryId !== 'string') return []
      const { name, tx_hash: transactionHash } = row
      const event = { name, args, seq: Number(row.seq), transactionHash }
      return [{ boundaryHash: args.boundaryId, event, at: Number(row.block_time) }]
    })
  }

  /** The time of a seen event's block; null when it was not noted. Forgets the sighting. */
  async takeSighting(session: SqlSession, event: RealmPoolEvent): Promise<number | null> {
    const key = [this.chain.chainId, event.pool, event.seq]
    const where = 'chain_id = ? AND pool = ? AND seq = ?'
    const [row] = await session.read<{ block_time: string | number }>(
      `SELECT block_time FROM custody_sightings WHERE ${where}`,
      key
    )
    if (!row) return null
    await session.write(`DELETE FROM custody_sightings WHERE ${where}`, key)
    return Number(row.block_time)
  }
}

function mirroredOf(row: MirrorRow): MirroredBoundary {
  return {
    hash: row.boundary_hash,
    realmId: row.realm_id,
    lastSeq: Number(row.last_seq),
    facts: {
      registered: true,
      status: row.status,
      timeLockSeconds: Number(row.time_lock),
      cosigner: row.cosigner,
      recoveryKey: row.recovery_key,
      pendingRecoveryKey: row.pending_key,
      recoveryKeyRipeAt: numberOrNull(row.key_ripe_at),
      keySeq: Number(row.key_seq),
      agent: row.agent,
      lockedBy: row.locked_by,
      lockedAt: numberOrNull(row.locked_at),
      frozenAt: numberOrNull(row.frozen_at),
      recoveryTxHash: row.recovery_tx_hash,
      pendingExit: row.exit_op_hash && {
        opHash: row.exit_op_hash,
        to: row.exit_to!,
        amount: BigInt(row.exit_amount!),
        ripeAt: Number(row.exit_ripe_at),
      },
    },
  }
}

function numberOrNull(value: string | number | null): number | null {
  return value === null ? null : Number(value)
}

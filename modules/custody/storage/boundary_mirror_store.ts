import { Clock, type Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlParameter, type SqlReader, type SqlSession } from '#app/storage/database'
import { count, integer, json, part, Table, text, time } from '#app/storage/table'
import type { Address, Hex } from '../core/chain_types.ts'
import {
  NEW_BOUNDARY,
  nextExit,
  type BoundaryEvent,
  type BoundaryExit,
  type BoundaryFacts,
} from '../core/boundary_facts.ts'
import type { KeyRole } from '../core/key_consent.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
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

/** JSON has no bigint. */
type KeptExit = Omit<BoundaryExit, 'amount'> & { amount: string }

interface StoredBoundary extends Omit<BoundaryFacts, 'registered' | 'exits'> {
  /** Null in rows that a release wrote which knows one exit a boundary. */
  exits: readonly KeptExit[] | null
  /** The one that leaves next, where that release reads it. */
  pendingExit: BoundaryExit | null

  hash: Hex
  realmId: string
  lastSeq: number
  updatedAt: Micros
}

const MIRROR = new Table<StoredBoundary>('custody_boundary_mirror', {
  hash: text('boundary_hash'),
  realmId: text(),
  status: text(),
  timeLockSeconds: count('time_lock'),
  cosigner: text(),
  recoveryKey: text(),
  pendingRecoveryKey: text('pending_key'),
  recoveryKeyRipeAt: count('key_ripe_at'),
  keySeq: count(),
  pendingCosigner: text(),
  cosignerRipeAt: count(),
  cosignerSeq: count(),
  successor: text(),
  successorRipeAt: count(),
  successorSeq: count(),
  agent: text(),
  lockedBy: text(),
  lockedAt: count(),
  frozenAt: count(),
  recoveryTxHash: text(),
  pendingExit: part({
    opHash: text('exit_op_hash'),
    to: text('exit_to'),
    amount: integer('exit_amount'),
    ripeAt: count('exit_ripe_at'),
  }),
  exits: json(),
  lastSeq: count(),
  updatedAt: time(),
})

interface StoredSighting {
  pool: Address
  seq: number
  blockHash: Hex
  blockTime: number
}

const SIGHTINGS = new Table<StoredSighting>('custody_sightings', {
  pool: text(),
  seq: count(),
  blockHash: text(),
  blockTime: count(),
})

const SEEN_EVENTS = new Table<BoundaryEvent & { at: number }>(
  `custody_sightings s
    JOIN custody_events e ON e.chain_id = s.chain_id AND e.pool = s.pool AND e.seq = s.seq`,
  {
    name: text('e.name'),
    args: json('e.payload'),
    seq: count('e.seq'),
    transactionHash: text('e.tx_hash'),
    at: count('s.block_time'),
  }
)

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
    const found = await this.#mirrored('boundary_hash IN (?)', [hashes])
    return new Map(found.map((boundary) => [boundary.hash, boundary]))
  }

  /**
   * All boundaries whose facts changed at or after a time of our clock, and the newest of these times.
   * Read in pages to the end: a page full of changes of one moment must not hide those after it.
   */
  async changedSince(micros: number) {
    const changed: MirroredBoundary[] = []
    let [newestMicros, hash] = [micros, '']
    for (let full = true; full;) {
      const from = toSqlDatetime(newestMicros)
      const page = await MIRROR.all(
        this.database,
        `WHERE chain_id = ? AND updated_at >= ? AND (updated_at > ? OR boundary_hash > ?)
          ORDER BY updated_at, boundary_hash LIMIT ${this.pageRows}`,
        [this.chain.chainId, from, from, hash]
      )
      changed.push(...page.map(mirroredOf))
      full = page.length === this.pageRows
      const last = page.at(-1)
      if (last) [newestMicros, hash] = [last.updatedAt, last.hash]
    }
    return { changed, newestMicros }
  }

  /** When facts last changed, by our clock; 0 before the first. */
  async newestChange(): Promise<number> {
    const [row] = await this.database.read<{ newest: string | null }>(
      'SELECT MAX(updated_at) AS newest FROM custody_boundary_mirror WHERE chain_id = ?',
      [this.chain.chainId]
    )
    return row?.newest ? sqlToMicros(row.newest) : 0
  }

  /** Whether any key waits for its time, or for its own word. */
  async hasWaitingKeys(): Promise<boolean> {
    const { chainId } = this.chain
    const [row] = await this.database.read<{ waits: string }>(
      `SELECT EXISTS (SELECT 1 FROM custody_boundary_mirror
                       WHERE chain_id = ? AND key_ripe_at > 0 AND pending_key IS NOT NULL)
           OR EXISTS (SELECT 1 FROM custody_boundary_mirror
                       WHERE chain_id = ? AND cosigner_ripe_at > 0)
           OR EXISTS (SELECT 1 FROM custody_boundary_mirror
                       WHERE chain_id = ? AND successor_ripe_at > 0) AS waits`,
      [chainId, chainId, chainId]
    )
    return Number(row!.waits) === 1
  }

  /** Whose keys wait for a time that has come, in the order of their hashes after a given one. */
  async ripeKeys(
    role: KeyRole,
    unixSeconds: number,
    after: string,
    limit: number
  ): Promise<MirroredBoundary[]> {
    const waits = {
      recovery_key: 'key_ripe_at <= ? AND pending_key IS NOT NULL',
      cosigner: 'cosigner_ripe_at <= ?',
      successor: 'successor_ripe_at <= ?',
    }[role]
    const rest = `AND boundary_hash > ? ORDER BY boundary_hash LIMIT ${limit}`
    return this.#mirrored(`${waits} ${rest}`, [unixSeconds, after])
  }

  /** Boundaries of a realm where an exit, a first key or a successor waits. */
  waitingOf(realmId: string): Promise<MirroredBoundary[]> {
    return this.#mirrored(
      `realm_id = ?
         AND (exit_op_hash IS NOT NULL OR successor_ripe_at > 0
              OR (key_ripe_at > 0 AND pending_key IS NOT NULL))`,
      [realmId]
    )
  }

  async factsOf(session: SqlSession, hash: Hex): Promise<BoundaryFacts> {
    const [boundary] = await this.#mirrored('boundary_hash = ?', [hash], session)
    return boundary?.facts ?? NEW_BOUNDARY
  }

  async save(session: SqlSession, event: RealmPoolEvent, facts: BoundaryFacts): Promise<void> {
    const hash = String(event.args.boundaryId) as Hex
    const { pool, realmId, seq: lastSeq } = event
    await MIRROR.insert(
      session,
      {
        ...facts,
        exits: facts.exits.map((exit) => ({ ...exit, amount: String(exit.amount) })),
        pendingExit: nextExit(facts.exits),
        hash,
        realmId,
        lastSeq,
        updatedAt: this.clock.nowMicros(),
      },
      { chain_id: this.chain.chainId, pool },
      MIRROR.overwriting
    )
    await session.write(
      `UPDATE custody_boundaries SET state = 'registered'
        WHERE boundary_hash = ? AND state = 'requested'`,
      [hash]
    )
  }

  // ------------------------------------------------------------- what was only seen

  async noteSighting(event: RealmPoolEvent, blockTime: number): Promise<void> {
    await SIGHTINGS.insert(
      this.database,
      { ...event, blockTime },
      { chain_id: this.chain.chainId },
      SIGHTINGS.overwriting
    )
  }

  /** Oldest first. */
  async sightings(): Promise<Sighting[]> {
    const seen = await SEEN_EVENTS.all(
      this.database,
      `WHERE s.chain_id = ? AND e.state = 'tentative' ORDER BY e.pool, e.seq`,
      [this.chain.chainId]
    )
    return seen.flatMap(({ at, ...event }) => {
      const { boundaryId } = event.args
      // Another event may have taken the number of one that was taken back.
      return typeof boundaryId === 'string' ? [{ boundaryHash: boundaryId, event, at }] : []
    })
  }

  /** The time of a seen event's block; null when it was not noted. Forgets the sighting. */
  async takeSighting(session: SqlSession, event: RealmPoolEvent): Promise<number | null> {
    const key = [this.chain.chainId, event.pool, event.seq]
    const where = 'WHERE chain_id = ? AND pool = ? AND seq = ?'
    const sighting = await SIGHTINGS.first(session, where, key)
    if (!sighting) return null
    await session.write(`DELETE FROM custody_sightings ${where}`, key)
    return sighting.blockTime
  }

  async #mirrored(
    condition: string,
    values: readonly SqlParameter[],
    reader: SqlReader = this.database
  ): Promise<MirroredBoundary[]> {
    const where = `WHERE chain_id = ? AND ${condition}`
    return (await MIRROR.all(reader, where, [this.chain.chainId, ...values])).map(mirroredOf)
  }
}

function mirroredOf(stored: StoredBoundary): MirroredBoundary {
  const { hash, realmId, lastSeq, updatedAt, exits, pendingExit, ...facts } = stored
  const kept = exits?.map((exit) => ({ ...exit, amount: BigInt(exit.amount) }))
  // While two releases run, the one that knows one exit a boundary leaves the list as it was.
  const isNewest = kept && nextExit(kept)?.opHash === pendingExit?.opHash
  const waiting = isNewest ? kept : pendingExit ? [pendingExit] : []
  return { hash, realmId, lastSeq, facts: { registered: true, ...facts, exits: waiting } }
}

import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { count, flag, integer, Table, text, time } from '#app/storage/table'
import { ChainNames } from '../core/chain_names.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import type { Rescue, RescueMisfit, RescueState } from '../core/rescue.ts'
import { CUSTODY_LIMITS } from '../limits.ts'

export type StoredRescue = Rescue & {
  createdAt: Micros
  updatedAt: Micros
  /** Until then it is left alone, because nobody here may cancel it. */
  restsUntil: Micros | null
}

const RESCUES = new Table<StoredRescue>('custody_rescues', {
  pool: text(),
  rescueHash: text(),
  id: text(),
  realmId: text(),
  asset: text(),
  destination: text(),
  amount: integer(),
  place: text(),
  boundaryHash: text(),
  refHash: text(),
  state: text(),
  ripeAt: count(),
  requestedBlock: count(),
  judged: flag(),
  misfit: text(),
  askedBy: text(),
  createdAt: time(),
  updatedAt: time(),
  restsUntil: time(),
})

const DOUBTED = `state = 'waiting' AND (judged = 0 OR misfit IS NOT NULL)
  AND (rests_until IS NULL OR rests_until <= :now)`

/** Finds a row while somebody has to look at what a pool of this chain was asked for, or to take it back. */
export function doubtedRescues(chainId: number): string {
  return `SELECT 1 FROM custody_rescues WHERE chain_id = ${chainId} AND ${DOUBTED}`
}

const ONE = 'WHERE chain_id = ? AND pool = ? AND rescue_hash = ?'

/** What came to the pools of one chain by mistake, and is to go elsewhere. */
@singleton()
export class RescueStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  async add(session: SqlSession, rescue: Rescue): Promise<StoredRescue> {
    const now = this.clock.nowMicros()
    const stored = { ...rescue, createdAt: now, updatedAt: now, restsUntil: null }
    await RESCUES.insert(session, stored, { chain_id: this.chain.chainId })
    return stored
  }

  find(pool: Address, rescueHash: Hex, session?: SqlSession): Promise<StoredRescue | null> {
    const of = [this.chain.chainId, pool, rescueHash]
    return RESCUES.first(session ?? this.database, ONE, of)
  }

  /** What a final event says of one, in its transaction. */
  async note(
    session: SqlSession,
    pool: Address,
    rescueHash: Hex,
    changes: { state: RescueState; ripeAt?: number; requestedBlock?: number }
  ): Promise<void> {
    await this.#change(session, pool, rescueHash, changes)
  }

  async judge(pool: Address, rescueHash: Hex, misfit: RescueMisfit | null): Promise<void> {
    await this.database.transaction((session) =>
      this.#change(session, pool, rescueHash, { judged: true, misfit })
    )
  }

  async rest(pool: Address, rescueHash: Hex, ms: number): Promise<void> {
    const restsUntil = this.clock.nowMicros() + ms * 1000
    await this.database.transaction((session) =>
      this.#change(session, pool, rescueHash, { restsUntil })
    )
  }

  /** Newest first. */
  ofRealm(realmId: string): Promise<StoredRescue[]> {
    return RESCUES.all(
      this.database,
      `WHERE chain_id = ? AND realm_id = ? ORDER BY created_at DESC LIMIT ${CUSTODY_LIMITS.rescuesShown}`,
      [this.chain.chainId, realmId]
    )
  }

  /** Those of a pool that somebody has still to do something about. */
  openOf(pool: Address, proposedSince: Micros): Promise<StoredRescue[]> {
    return RESCUES.all(
      this.database,
      `WHERE chain_id = ? AND pool = ?
          AND (state = 'waiting' OR (state = 'proposed' AND created_at >= ?)) ORDER BY created_at`,
      [this.chain.chainId, pool, toSqlDatetime(proposedSince)]
    )
  }

  /**
   * Those that wait in a pool and were not looked at, or are not what was asked for, and do not rest, in order of
   * pool and hash.
   *
   * @param after the last one before them; null: from the first
   */
  doubted(
    after: Pick<Rescue, 'pool' | 'rescueHash'> | null,
    limit: number
  ): Promise<StoredRescue[]> {
    return RESCUES.all(
      this.database,
      `WHERE chain_id = ? AND ${DOUBTED.replace(':now', '?')}
          AND (pool, rescue_hash) > (?, ?) ORDER BY pool, rescue_hash LIMIT ${limit}`,
      [
        this.chain.chainId,
        toSqlDatetime(this.clock.nowMicros()),
        after?.pool ?? '',
        after?.rescueHash ?? '',
      ]
    )
  }

  async #change(session: SqlSession, pool: Address, hash: Hex, changes: Partial<StoredRescue>) {
    const changed = { ...changes, updatedAt: this.clock.nowMicros() }
    await RESCUES.update(session, changed, ONE, [this.chain.chainId, pool, hash])
  }
}

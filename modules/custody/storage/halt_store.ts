import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { Database, type SqlSession } from '#app/storage/database'
import { Table, text, time } from '#app/storage/table'
import { ChainNames } from '../core/chain_names.ts'
import { CUSTODY_LIMITS } from '../limits.ts'
import type { ActiveHalt, HaltCause } from '../core/realm_halt.ts'
import { INDEX_CURSORS } from './index_store.ts'
import { hasPoolOn } from './pool_store.ts'

/** How far the pool has followed a halt. */
export type HaltOnChain = 'none' | 'halting' | 'halted' | 'resumed'

/** A halt of now or of before. */
export interface StoredHalt extends ActiveHalt {
  onChain: HaltOnChain
  /** Null while it is in force. */
  clearedBy: string | null
  clearedAt: Micros | null
}

const HALTS = new Table<StoredHalt>('custody_halts', {
  id: text(),
  realmId: text(),
  type: text(),
  source: text(),
  reason: text(),
  by: text('raised_by'),
  since: time('raised_at'),
  onChain: text(),
  clearedBy: text(),
  clearedAt: time(),
})

const PASSED_ON = `((active_key = '' AND type = 'all_flows' AND on_chain IN ('none', 'halting'))
      OR (active_key <> '' AND on_chain IN ('halting', 'halted')))`

/** Finds a row while a pool of this chain has to follow a halt, or its end. */
export function unfollowedHalts(chainId: number): string {
  return `SELECT 1 FROM custody_halts WHERE ${PASSED_ON} AND ${hasPoolOn(chainId)}`
}

const faultsOf = (chainId: number) => `FROM custody_pool_cursors c
    LEFT JOIN custody_halts h ON h.active_key = '' AND h.realm_id = c.realm_id
   WHERE c.chain_id = ${chainId} AND c.fault IS NOT NULL AND h.id IS NULL`

/** Finds a row while a pool of this chain contradicts itself and its realm is not halted. */
export function unhaltedFaults(chainId: number): string {
  return `SELECT 1 ${faultsOf(chainId)}`
}

/** Halts of realms, of now and of before. */
@singleton()
export class HaltStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  active(): Promise<ActiveHalt[]> {
    return HALTS.all(this.database, `WHERE active_key = ''`)
  }

  /** Locks it, so that of two who decide at once the second sees what the first has done. */
  activeOf(session: SqlSession, realmId: string): Promise<ActiveHalt | null> {
    const where = `WHERE active_key = '' AND realm_id = ? FOR UPDATE`
    return HALTS.first(session, where, [realmId])
  }

  activeIn(realmId: string): Promise<ActiveHalt | null> {
    return HALTS.first(this.database, `WHERE active_key = '' AND realm_id = ?`, [realmId])
  }

  /** @throws a duplicate-key error when the realm is halted already */
  async add(
    session: SqlSession,
    realmId: string,
    cause: HaltCause,
    onChain: HaltOnChain = 'none'
  ): Promise<ActiveHalt> {
    const halt = { id: newId('hlt'), realmId, ...cause, since: this.clock.nowMicros() }
    const reason = cause.reason.slice(0, CUSTODY_LIMITS.haltReasonLength)
    const stored = { ...halt, reason, onChain, clearedBy: null, clearedAt: null }
    await HALTS.insert(session, stored)
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
    const where = 'WHERE chain_id = ? AND stopped_reason IS NOT NULL'
    const stopped = await INDEX_CURSORS.first(this.database, where, [chainId])
    return stopped && { reason: stopped.stoppedReason!, since: stopped.stoppedAt! }
  }

  /** Realms whose pool contradicts itself, and that are not halted. */
  faults(chainId: number, limit: number): Promise<{ realmId: string; fault: string }[]> {
    return this.database.read(
      `SELECT c.realm_id AS realmId, c.fault ${faultsOf(chainId)} LIMIT ${limit}`
    )
  }

  /**
   * Halts of everything that a pool of this chain does not know yet, and ended ones it still follows; in order of
   * their ids, after a given one.
   */
  unfollowed(afterId: string, limit: number): Promise<StoredHalt[]> {
    return HALTS.all(
      this.database,
      `WHERE id > ? AND ${PASSED_ON} AND ${hasPoolOn(this.chain.chainId)} ORDER BY id LIMIT ${Math.trunc(limit)}`,
      [afterId]
    )
  }

  /** What the pool did because of one halt counts for another one. */
  async handOver(session: SqlSession, fromId: string, toId: string): Promise<void> {
    const from = await HALTS.first(session, 'WHERE id = ?', [fromId])
    await this.#setOnChain(session, toId, from!.onChain)
    await this.#setOnChain(session, fromId, 'resumed')
  }

  /** @returns false when another process has taken it elsewhere meanwhile, or handed it to a newer halt */
  async follow(id: string, from: HaltOnChain, to: HaltOnChain): Promise<boolean> {
    const where = 'WHERE id = ? AND on_chain = ?'
    return (await HALTS.update(this.database, { onChain: to }, where, [id, from])) === 1
  }

  /** Whatever was done because of it before. */
  async lookAgain(session: Pick<SqlSession, 'write'>, id: string, onChain: HaltOnChain) {
    await this.#setOnChain(session, id, onChain)
  }

  /** The newest halts of a realm, ended ones too. */
  history(realmId: string): Promise<StoredHalt[]> {
    const rest = `WHERE realm_id = ? ORDER BY id DESC LIMIT ${CUSTODY_LIMITS.haltsShown}`
    return HALTS.all(this.database, rest, [realmId])
  }

  async #setOnChain(writer: Pick<SqlSession, 'write'>, id: string, onChain: HaltOnChain) {
    await HALTS.update(writer, { onChain }, 'WHERE id = ?', [id])
  }
}

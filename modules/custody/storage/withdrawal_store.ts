import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { classifyDatabaseError } from '#app/storage/database_errors'
import type { Address } from '../core/chain_types.ts'

/** See the migration for what each means. */
export type WithdrawalState = 'opened' | 'sending' | 'voiding' | 'dropped' | 'ended'

/** Why a withdrawal was given up. */
export interface WithdrawalRefusal {
  as: 'failed' | 'expired'
  /** Safe for the caller; ASCII, at most 255 characters. */
  message: string
}

export interface StoredWithdrawal {
  operationId: string
  realmId: string
  boundaryId: string
  pool: Address
  state: WithdrawalState
  refusal: WithdrawalRefusal | null
  /** Whether it is the one exit that may wait in its boundary. */
  isExit: boolean
  /** Unix seconds; null until the chain has told. */
  ripeAt: number | null
}

interface WithdrawalRow {
  operation_id: string
  realm_id: string
  boundary_id: string
  pool: Address
  state: WithdrawalState
  refused_as: WithdrawalRefusal['as'] | null
  refusal: string | null
  exit_slot: string | null
  ripe_at: string | null
}

const COLUMNS = `operation_id, realm_id, boundary_id, pool, state, refused_as, refusal, exit_slot, ripe_at`

/** How far each withdrawal is on its way to the chain. */
@singleton()
export class WithdrawalStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  /** The row of a withdrawal, made when it has none. */
  async open(
    wanted: Pick<StoredWithdrawal, 'operationId' | 'realmId' | 'boundaryId' | 'pool'>
  ): Promise<StoredWithdrawal> {
    const { operationId, realmId, boundaryId, pool } = wanted
    const known = await this.find(operationId)
    if (known) return known
    const now = this.#now()
    await this.database.write(
      `INSERT IGNORE INTO custody_withdrawals
         (operation_id, realm_id, boundary_id, pool, state, created_at, updated_at)
       VALUES (?, ?, ?, ?, 'opened', ?, ?)`,
      [operationId, realmId, boundaryId, pool, now, now]
    )
    return (await this.find(operationId))!
  }

  async find(operationId: string): Promise<StoredWithdrawal | null> {
    const [row] = await this.database.read<WithdrawalRow>(
      `SELECT ${COLUMNS} FROM custody_withdrawals WHERE operation_id = ?`,
      [operationId]
    )
    return row ? withdrawalOf(row) : null
  }

  /** The withdrawal that has the one exit of a boundary, or else will be the next to have it. */
  async exitOf(boundaryId: string): Promise<StoredWithdrawal | null> {
    const [row] = await this.database.read<WithdrawalRow>(
      `SELECT ${COLUMNS} FROM custody_withdrawals WHERE exit_slot = ?`,
      [boundaryId]
    )
    return row ? withdrawalOf(row) : this.#oldestWaiting(boundaryId)
  }

  /**
   * Makes a withdrawal the one exit of its boundary. Those that wait have it in the order they were
   * opened in: one that is asked for later must not keep an older one waiting for ever.
   *
   * @returns false while another one is the exit, or was opened before it and has still to be
   */
  async takeExit({ operationId, boundaryId, isExit, state }: StoredWithdrawal): Promise<boolean> {
    if (isExit) return true
    if (state === 'opened') {
      const next = await this.#oldestWaiting(boundaryId)
      if (next && next.operationId !== operationId) return false
    }
    try {
      await this.database.write(
        `UPDATE custody_withdrawals SET exit_slot = ?, updated_at = ?
          WHERE operation_id = ? AND state IN ('opened', 'sending')`,
        [boundaryId, this.#now(), operationId]
      )
      return true
    } catch (error) {
      if (classifyDatabaseError(error, false) === 'duplicate') return false
      throw error
    }
  }

  /** From here on a transaction may exist. @returns false when it was given up meanwhile */
  async markSending(operationId: string): Promise<boolean> {
    const { affectedRows } = await this.database.write(
      `UPDATE custody_withdrawals SET state = 'sending', updated_at = ?
        WHERE operation_id = ? AND state IN ('opened', 'sending')`,
      [this.#now(), operationId]
    )
    return affectedRows === 1
  }

  /**
   * Gives a withdrawal up; the first reason stays. What may have been sent has to be voided on the
   * chain before its hold is released, what was never sent has not.
   */
  async giveUp(operationId: string, { as, message }: WithdrawalRefusal): Promise<StoredWithdrawal> {
    await this.database.write(
      `UPDATE custody_withdrawals SET refused_as = ?, refusal = ?, exit_slot = NULL, updated_at = ?,
         state = IF(state = 'opened', 'dropped', 'voiding')
        WHERE operation_id = ? AND state IN ('opened', 'sending')`,
      [as, message, this.#now(), operationId]
    )
    return (await this.find(operationId))!
  }

  async markEnded(operationId: string): Promise<void> {
    await this.database.write(
      `UPDATE custody_withdrawals SET state = 'ended', exit_slot = NULL, updated_at = ?
        WHERE operation_id = ?`,
      [this.#now(), operationId]
    )
  }

  async markRipeAt(operationId: string, ripeAt: number): Promise<void> {
    await this.database.write(
      'UPDATE custody_withdrawals SET ripe_at = ?, updated_at = ? WHERE operation_id = ?',
      [ripeAt, this.#now(), operationId]
    )
  }

  /** Whether any withdrawal may wait for a time lock. */
  async hasExits(): Promise<boolean> {
    const rows = await this.database.read(
      'SELECT 1 FROM custody_withdrawals WHERE exit_slot IS NOT NULL LIMIT 1'
    )
    return rows.length > 0
  }

  /** Exits whose time is not known yet, or has come; those of unknown time first. */
  async dueExits(chainSeconds: number, limit: number): Promise<StoredWithdrawal[]> {
    const rows = await this.database.read<WithdrawalRow>(
      `SELECT ${COLUMNS} FROM custody_withdrawals
        WHERE exit_slot IS NOT NULL AND state = 'sending' AND (ripe_at IS NULL OR ripe_at <= ?)
        ORDER BY ripe_at LIMIT ${limit}`,
      [chainSeconds]
    )
    return rows.map(withdrawalOf)
  }

  /** The first that was opened of those for which nothing was sent. */
  async #oldestWaiting(boundaryId: string): Promise<StoredWithdrawal | null> {
    const [row] = await this.database.read<WithdrawalRow>(
      `SELECT ${COLUMNS} FROM custody_withdrawals WHERE boundary_id = ? AND state = 'opened'
        ORDER BY created_at, operation_id LIMIT 1`,
      [boundaryId]
    )
    return row ? withdrawalOf(row) : null
  }

  #now(): string {
    return toSqlDatetime(this.clock.nowMicros())
  }
}

function withdrawalOf(row: WithdrawalRow): StoredWithdrawal {
  const { refused_as: as, refusal: message } = row
  return {
    operationId: row.operation_id,
    realmId: row.realm_id,
    boundaryId: row.boundary_id,
    pool: row.pool,
    state: row.state,
    refusal: as !== null && message !== null ? { as, message } : null,
    isExit: row.exit_slot !== null,
    ripeAt: row.ripe_at === null ? null : Number(row.ripe_at),
  }
}

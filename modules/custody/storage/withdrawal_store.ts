import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { unlessTaken } from '#app/storage/database_errors'
import { count, part, Table, text, time } from '#app/storage/table'
import { ChainNames } from '../core/chain_names.ts'
import type { Address } from '../core/chain_types.ts'
import { hasPoolOn } from './pool_store.ts'

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
  /**
   * What its pool knows it by while it may wait to leave: its boundary, in a pool that has one exit a
   * boundary, else its own id. Null for one that leaves at once.
   */
  exitSlot: string | null
  /** Unix seconds; null until the chain has told. */
  ripeAt: number | null
}

const WITHDRAWALS = new Table<StoredWithdrawal & { updatedAt: Micros }>('custody_withdrawals', {
  operationId: text(),
  realmId: text(),
  boundaryId: text(),
  pool: text(),
  state: text(),
  refusal: part({ as: text('refused_as'), message: text('refusal') }),
  exitSlot: text(),
  ripeAt: count(),
  updatedAt: time(),
})

const NOT_OVER = `AND state IN ('opened', 'sending')`

/** Finds a row while an exit of this chain waits for its time. */
export function waitingExits(chainId: number): string {
  return `SELECT 1 FROM custody_withdrawals WHERE exit_slot IS NOT NULL AND ${hasPoolOn(chainId)}`
}

/** How far each withdrawal is on its way to the chain. */
@singleton()
export class WithdrawalStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  /** The row of a withdrawal, made when it has none. */
  async open(
    wanted: Pick<StoredWithdrawal, 'operationId' | 'realmId' | 'boundaryId' | 'pool'>
  ): Promise<StoredWithdrawal> {
    const known = await this.find(wanted.operationId)
    if (known) return known
    const updatedAt = this.clock.nowMicros()
    await WITHDRAWALS.insertNew(
      this.database,
      { ...wanted, state: 'opened', refusal: null, exitSlot: null, ripeAt: null, updatedAt },
      { created_at: toSqlDatetime(updatedAt) }
    )
    return (await this.find(wanted.operationId))!
  }

  find(operationId: string): Promise<StoredWithdrawal | null> {
    return WITHDRAWALS.first(this.database, 'WHERE operation_id = ?', [operationId])
  }

  /** The withdrawal that has the one exit of a boundary, or else will be the next to have it. */
  async exitOf(boundaryId: string): Promise<StoredWithdrawal | null> {
    const exit = await WITHDRAWALS.first(this.database, 'WHERE exit_slot = ?', [boundaryId])
    return exit ?? this.#oldestWaiting(boundaryId)
  }

  /** Lets a withdrawal wait to leave beside others of its boundary. */
  async takeOwnExit({ operationId, exitSlot }: StoredWithdrawal): Promise<void> {
    if (exitSlot === null) await this.#change(operationId, { exitSlot: operationId }, NOT_OVER)
  }

  /**
   * A pool lets a withdrawal wait under its own id, also one that was to leave at once. A process of the
   * release before may have noted the boundary, which such a pool does not know exits by.
   */
  async markExit(session: SqlSession, operationId: string, ripeAt: number): Promise<void> {
    const changes = { exitSlot: operationId, ripeAt, updatedAt: this.clock.nowMicros() }
    const where = `WHERE operation_id = ? AND state = 'sending'`
    await WITHDRAWALS.update(session, changes, where, [operationId])
  }

  /** Has exits looked at now that can never be paid, whenever their time would have come. */
  async markDead(session: SqlSession, operationIds: readonly string[]): Promise<void> {
    if (operationIds.length === 0) return
    const changes = { ripeAt: 0, updatedAt: this.clock.nowMicros() }
    const where = `WHERE operation_id IN (?) AND exit_slot IS NOT NULL AND state = 'sending'`
    await WITHDRAWALS.update(session, changes, where, [operationIds])
  }

  /**
   * Makes a withdrawal the one exit of its boundary. Those that wait have it in the order they were
   * opened in: one that is asked for later must not keep an older one waiting for ever.
   *
   * @returns false while another one is the exit, or was opened before it and has still to be
   */
  async takeExit({ operationId, boundaryId, exitSlot, state }: StoredWithdrawal): Promise<boolean> {
    if (exitSlot !== null) return true
    if (state === 'opened') {
      const next = await this.#oldestWaiting(boundaryId)
      if (next && next.operationId !== operationId) return false
    }
    return unlessTaken(this.#change(operationId, { exitSlot: boundaryId }, NOT_OVER))
  }

  /** From here on a transaction may exist. @returns false when it was given up meanwhile */
  async markSending(operationId: string): Promise<boolean> {
    return (await this.#change(operationId, { state: 'sending' }, NOT_OVER)) === 1
  }

  /**
   * Gives a withdrawal up; the first reason stays. What may have been sent has to be voided on the
   * chain before its hold is released, what was never sent has not.
   */
  async giveUp(operationId: string, { as, message }: WithdrawalRefusal): Promise<StoredWithdrawal> {
    await this.database.write(
      `UPDATE custody_withdrawals SET refused_as = ?, refusal = ?, exit_slot = NULL, updated_at = ?,
         state = IF(state = 'opened', 'dropped', 'voiding')
        WHERE operation_id = ? ${NOT_OVER}`,
      [as, message, toSqlDatetime(this.clock.nowMicros()), operationId]
    )
    return (await this.find(operationId))!
  }

  async markEnded(operationId: string): Promise<void> {
    await this.#change(operationId, { state: 'ended', exitSlot: null })
  }

  async markRipeAt(operationId: string, ripeAt: number): Promise<void> {
    await this.#change(operationId, { ripeAt })
  }

  /** Whether any withdrawal may wait for a time lock. */
  async hasExits(): Promise<boolean> {
    const rows = await this.database.read(`${waitingExits(this.chain.chainId)} LIMIT 1`)
    return rows.length > 0
  }

  /**
   * Exits whose time is not known yet, or has come. Each look puts them behind the others: those that
   * cannot leave yet, however many, must not keep the rest waiting.
   */
  async dueExits(chainSeconds: number, limit: number): Promise<StoredWithdrawal[]> {
    const due = await WITHDRAWALS.all(
      this.database,
      `WHERE exit_slot IS NOT NULL AND state = 'sending' AND (ripe_at IS NULL OR ripe_at <= ?)
        AND ${hasPoolOn(this.chain.chainId)} ORDER BY updated_at LIMIT ${limit}`,
      [chainSeconds]
    )
    if (due.length > 0) {
      await this.database.write(
        'UPDATE custody_withdrawals SET updated_at = ? WHERE operation_id IN (?)',
        [toSqlDatetime(this.clock.nowMicros()), due.map(({ operationId }) => operationId)]
      )
    }
    return due
  }

  /**
   * Notes why an exit is being cancelled. It keeps its place at the boundary until its end is final.
   *
   * @param session the one that stores the transaction which cancels it
   * @returns false when it is not the exit of its boundary any more
   */
  async markCancelling(
    session: SqlSession,
    operationId: string,
    refusal: WithdrawalRefusal
  ): Promise<boolean> {
    const changes = { refusal, updatedAt: this.clock.nowMicros() }
    const where = `WHERE operation_id = ? AND exit_slot IS NOT NULL AND state = 'sending'`
    return (await WITHDRAWALS.update(session, changes, where, [operationId])) === 1
  }

  /** The first that was opened of those for which nothing was sent. */
  #oldestWaiting(boundaryId: string): Promise<StoredWithdrawal | null> {
    return WITHDRAWALS.first(
      this.database,
      `WHERE boundary_id = ? AND state = 'opened' ORDER BY created_at, operation_id LIMIT 1`,
      [boundaryId]
    )
  }

  #change(operationId: string, changes: Partial<StoredWithdrawal>, and = ''): Promise<number> {
    const updatedAt = this.clock.nowMicros()
    const where = `WHERE operation_id = ? ${and}`
    return WITHDRAWALS.update(this.database, { ...changes, updatedAt }, where, [operationId])
  }
}

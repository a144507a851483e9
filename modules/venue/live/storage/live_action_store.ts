import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession, type SqlValue } from '#app/storage/database'
import { count, Table, text } from '#app/storage/table'
import { holdActive } from '#modules/ledger/index'

/**
 * - stored: nothing was sent
 * - sent: the action may have arrived
 * - answered: its result is known
 * - booked: the ledger has the result too
 */
export type ActionState = 'stored' | 'sent' | 'answered' | 'booked'

export interface StoredAction {
  id: string
  realmId: string
  objectId: string
  state: ActionState
  requestHash: string
  /** Record text of the action. */
  body: string
  nonce: number | null
  expiresAtMs: number | null
  /** Record text of its result; null while that is not known. */
  result: string | null
  createdAtMs: number
}

const ACTIONS = new Table<StoredAction>('venue_live_actions', {
  id: text(),
  realmId: text(),
  objectId: text(),
  state: text(),
  requestHash: text(),
  body: text(),
  nonce: count(),
  expiresAtMs: count(),
  result: text(),
  createdAtMs: count(),
})

export interface NewAction {
  id: string
  realmId: string
  objectId: string
  pathHash: string
  requestHash: string
  body: string
  nowMs: number
  dueAtMs: number
  /** Client order ids of the orders that the action makes. */
  orders: readonly { cloid: string; orderId: string }[]
}

interface Sending {
  nonce: number
  expiresAtMs: number
  dueAtMs: number
}

/** The actions that were, are and will be sent to the live venue. */
@singleton()
export class LiveActionStore {
  constructor(private database: Database) {}

  byPath(realmId: string, pathHash: string): Promise<StoredAction | null> {
    return ACTIONS.first(this.database, 'WHERE realm_id = ? AND path_hash = ?', [realmId, pathHash])
  }

  byId(id: string): Promise<StoredAction | null> {
    return ACTIONS.first(this.database, 'WHERE id = ?', [id])
  }

  /**
   * Stores an action with the ids of its orders, in one transaction. Of two actions under one path
   * the first stays.
   */
  async create(action: NewAction): Promise<void> {
    await this.database.transaction((session) => this.createIn(session, action))
  }

  /** Like `create`, as a part of a transaction. */
  async createIn(session: SqlSession, action: NewAction): Promise<void> {
    const { pathHash, nowMs, dueAtMs, orders, ...asked } = action
    const { realmId, objectId } = asked
    const pending = { state: 'stored', nonce: null, expiresAtMs: null, result: null } as const
    const isNew = await ACTIONS.insertNew(
      session,
      { ...asked, ...pending, createdAtMs: nowMs },
      { path_hash: pathHash, due_at_ms: dueAtMs }
    )
    if (isNew === 0 || orders.length === 0) return
    const rows = orders.map(({ cloid, orderId }): SqlValue[] => {
      return [cloid, realmId, objectId, orderId, nowMs]
    })
    await session.write(
      `INSERT INTO venue_live_orders (cloid, realm_id, object_id, order_id, created_at_ms)
       VALUES ?`,
      [rows]
    )
  }

  /**
   * Like `claim`, for an action that a caller asked for, and only while its object is active. The
   * deletion of an object waits for actions on their way to the venue; an action that set out later
   * would leave a position at an account that is closed.
   *
   * @returns `deleting` when the object is not active any more: nothing is sent
   */
  async claimWhileActive(
    { id, objectId }: StoredAction,
    sending: Sending
  ): Promise<'claimed' | 'taken' | 'deleting'> {
    return this.database.transaction(async (session) => {
      if (!(await holdActive(session, objectId))) return 'deleting'
      return (await this.#claim(session, id, sending)) ? 'claimed' : 'taken'
    })
  }

  /** @returns whether this caller is the one to send the action */
  claim(id: string, sending: Sending): Promise<boolean> {
    return this.#claim(this.database, id, sending)
  }

  async #claim(session: Pick<SqlSession, 'write'>, id: string, sending: Sending): Promise<boolean> {
    const { affectedRows } = await session.write(
      `UPDATE venue_live_actions SET state = 'sent', nonce = ?, expires_at_ms = ?, due_at_ms = ?
        WHERE id = ? AND state = 'stored'`,
      [sending.nonce, sending.expiresAtMs, sending.dueAtMs, id]
    )
    return affectedRows === 1
  }

  /** Frees an action that certainly did not arrive. */
  async release(id: string): Promise<void> {
    await this.database.write(
      `UPDATE venue_live_actions SET state = 'stored', nonce = NULL, expires_at_ms = NULL
        WHERE id = ? AND state = 'sent'`,
      [id]
    )
  }

  /** Deletes an action that was not sent and that no caller waits for: its path is free again. */
  async discard(id: string, cloids: readonly string[]): Promise<void> {
    await this.database.transaction(async (session) => {
      const { affectedRows } = await session.write(
        `DELETE FROM venue_live_actions WHERE id = ? AND state = 'stored'`,
        [id]
      )
      if (affectedRows !== 1 || cloids.length === 0) return
      await session.write('DELETE FROM venue_live_orders WHERE cloid IN (?)', [[...cloids]])
    })
  }

  /**
   * Stores the result of an action. The first result stays, because a decision must not be changed.
   */
  async answer(id: string, result: string): Promise<void> {
    await this.database.write(
      `UPDATE venue_live_actions SET state = 'answered', result = ?
        WHERE id = ? AND state IN ('stored', 'sent')`,
      [result, id]
    )
  }

  async booked(session: SqlSession, id: string): Promise<void> {
    await session.write(`UPDATE venue_live_actions SET state = 'booked' WHERE id = ?`, [id])
  }

  /** Marks an action as done, without a booking of its own. */
  async end(id: string): Promise<void> {
    await this.database.transaction((session) => this.booked(session, id))
  }

  /**
   * Takes unfinished actions that are due, the oldest first. Each is put off, so that two workers
   * rarely meet.
   */
  async takeDue(nowMs: number, againAtMs: number, limit: number): Promise<StoredAction[]> {
    const found = await ACTIONS.all(
      this.database,
      `WHERE state IN ('stored', 'sent', 'answered') AND due_at_ms <= ?
        ORDER BY due_at_ms LIMIT ${Math.trunc(limit)}`,
      [nowMs]
    )
    if (found.length > 0) {
      await this.database.write('UPDATE venue_live_actions SET due_at_ms = ? WHERE id IN (?)', [
        againAtMs,
        found.map(({ id }) => id),
      ])
    }
    return found
  }

  /** The actions of an account that are still under way. */
  underWay(objectId: string): Promise<StoredAction[]> {
    const rest = `WHERE object_id = ? AND state IN ('sent', 'answered')`
    return ACTIONS.all(this.database, rest, [objectId])
  }
}

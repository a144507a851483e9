import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { atomsToColumn, columnToAtoms } from '#app/money/usd'
import type { RowsInsert, SqlReader, SqlSession, SqlValue } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'
import { failpoint } from '../failpoints.ts'
import { fromRecord, toRecord } from '../core/books/record.ts'
import {
  emptyVenue,
  type Account,
  type Order,
  type Position,
  type Twap,
  type VenueState,
} from '../core/engine/state.ts'
import type { MakeInsert } from './history_writer.ts'

/**
 * The database no longer looks up a list of more than a thousand ids in the key, but compares it
 * row by row; therefore the list is split.
 */
const IDS_PER_DELETE = 500

/** A realm's venue as it was committed. */
export interface Instance {
  /** 0 while nothing is stored. */
  version: number
  state: VenueState
  /** The operation of every live order. */
  orderOperations: ReadonlyMap<string, string>
}

type Shared = Pick<VenueState, 'depletion' | 'fundedHours' | 'delisted' | 'accrued'>

interface AccountRow {
  object_id: string
  cross_cash: string
  reserved: string | null
  settings: string
  cooldown_until_ms: string | number
}

/** What a command has changed of the state. */
export interface StateChange {
  realmId: string
  before: Instance
  after: VenueState
  now: Micros
  /** The size of a position as the ledger books it. */
  atomsOf: (position: Position) => bigint
}

/**
 * The stored state of realms' venues. Nothing here locks: every change is made inside a posting,
 * which has locked the realm, and the version proves that no other change came in between.
 */
@singleton()
export class InstanceStore {
  /**
   * The stored version, and the tick passed. A tick in which nothing happens does not change the
   * version.
   */
  async standing(session: SqlReader, realmId: string): Promise<{ version: number; tick: number }> {
    const [row] = await session.read<{ version: string | number; tick: string | number }>(
      'SELECT version, tick FROM venue_instances WHERE realm_id = ?',
      [realmId]
    )
    if (!row) return { version: 0, tick: emptyVenue().tick }
    return { version: Number(row.version), tick: Number(row.tick) }
  }

  async load(session: SqlReader, realmId: string): Promise<Instance> {
    const [row] = await session.read<{
      version: string | number
      seq: string | number
      tick: string | number
      shared: string
    }>('SELECT version, seq, tick, shared FROM venue_instances WHERE realm_id = ?', [realmId])
    if (!row) return { version: 0, state: emptyVenue(), orderOperations: new Map() }
    const accounts = await this.#accounts(session, realmId)
    const orders = await session.read<{ id: string; operation_id: string; record: string }>(
      'SELECT id, operation_id, record FROM venue_orders WHERE realm_id = ? AND live = 1',
      [realmId]
    )
    const twaps = await session.read<{ id: string; record: string }>(
      `SELECT id, record FROM venue_twaps WHERE realm_id = ? AND status = 'RUNNING'`,
      [realmId]
    )
    return {
      version: Number(row.version),
      state: {
        ...fromRecord<Shared>(row.shared),
        seq: Number(row.seq),
        tick: Number(row.tick),
        accounts,
        orders: new Map(orders.map(({ id, record }) => [id, fromRecord<Order>(record)])),
        twaps: new Map(twaps.map(({ id, record }) => [id, fromRecord<Twap>(record)])),
      },
      orderOperations: new Map(orders.map(({ id, operation_id: operation }) => [id, operation])),
    }
  }

  async #accounts(session: SqlReader, realmId: string): Promise<Map<string, Account>> {
    const positions = await session.read<{ object_id: string; market: string; record: string }>(
      'SELECT object_id, market, record FROM venue_positions WHERE realm_id = ?',
      [realmId]
    )
    const held = Map.groupBy(positions, ({ object_id: objectId }) => objectId)
    const rows = await session.read<AccountRow>(
      `SELECT object_id, cross_cash, reserved, settings, cooldown_until_ms FROM venue_accounts
        WHERE realm_id = ?`,
      [realmId]
    )
    return new Map(
      rows.map((row): [string, Account] => [
        row.object_id,
        {
          objectId: row.object_id,
          crossCash: columnToAtoms(row.cross_cash),
          ...(row.reserved !== null && {
            reserved: fromRecord<NonNullable<Account['reserved']>>(row.reserved),
          }),
          positions: Object.fromEntries(
            (held.get(row.object_id) ?? []).map(({ market, record }) => [
              market,
              fromRecord<Position>(record),
            ])
          ),
          settings: fromRecord<Account['settings']>(row.settings),
          cooldownUntilMs: Number(row.cooldown_until_ms),
        },
      ])
    )
  }

  /**
   * Writes what differs, and the history beside it.
   *
   * @param history makes the statements for rows that belong to no state
   * @returns the new version
   */
  async save(
    session: SqlSession,
    change: StateChange,
    history: readonly MakeInsert[]
  ): Promise<number> {
    const { before, after } = change
    if (before.version > 0 && isOnlyTick(before.state, after)) {
      await this.#saveTick(session, change)
      await session.insertInTurn(history, () => {})
      return before.version
    }
    const version = await this.#saveInstance(session, change)
    await failpoint('venue.version_written')
    const { accounts, positions, ended, gone } = this.#differences(change)
    // The long statements come first, because the text of the next one is made while the database
    // executes the one before.
    const inserts = [...history, () => accountsInsert(accounts), () => positionsInsert(positions)]
    await session.insertInTurn(inserts, () => {})
    for (const [market, objectIds] of ended) {
      for (const part of inParts(objectIds, IDS_PER_DELETE)) {
        await session.write('DELETE FROM venue_positions WHERE market = ? AND object_id IN (?)', [
          market,
          part,
        ])
      }
    }
    for (const part of inParts(gone, IDS_PER_DELETE)) {
      await session.write('DELETE FROM venue_accounts WHERE object_id IN (?)', [part])
    }
    return version
  }

  async #saveInstance(
    session: SqlSession,
    { realmId, before, after, now }: StateChange
  ): Promise<number> {
    const { seq, tick, depletion, fundedHours, delisted, accrued } = after
    const shared: Shared = { depletion, fundedHours, delisted, accrued }
    const version = before.version + 1
    const values = [version, seq, tick, toRecord(shared), toSqlDatetime(now)]
    const { affectedRows } =
      before.version === 0
        ? await session.write(
            `INSERT INTO venue_instances (version, seq, tick, shared, updated_at, realm_id)
             VALUES (?, ?, ?, ?, ?, ?)`,
            [...values, realmId]
          )
        : await session.write(
            `UPDATE venue_instances SET version = ?, seq = ?, tick = ?, shared = ?, updated_at = ?
              WHERE realm_id = ? AND version = ?`,
            [...values, realmId, before.version]
          )
    if (affectedRows !== 1) throw new Error('A venue was changed by two postings at once')
    return version
  }

  /**
   * Stores only the tick: what every process remembers of the venue stays valid, and no process has
   * to load it again.
   */
  async #saveTick(session: SqlSession, { realmId, before, after, now }: StateChange) {
    const { affectedRows } = await session.write(
      'UPDATE venue_instances SET tick = ?, updated_at = ? WHERE realm_id = ? AND version = ?',
      [after.tick, toSqlDatetime(now), realmId, before.version]
    )
    if (affectedRows !== 1) throw new Error('A venue was changed by two postings at once')
  }

  #differences(change: StateChange) {
    const { realmId, before, after, now } = change
    const time = toSqlDatetime(now)
    const accounts: SqlValue[][] = []
    const positions: SqlValue[][] = []
    /** Object ids by market. */
    const ended = new Map<string, string[]>()
    for (const account of after.accounts.values()) {
      const old = before.state.accounts.get(account.objectId)
      if (old === account) continue
      const { objectId, crossCash, reserved, settings, cooldownUntilMs } = account
      accounts.push([
        objectId,
        realmId,
        atomsToColumn(crossCash),
        reserved ? toRecord(reserved) : null,
        atomsToColumn(sumOf(reserved)),
        toRecord(settings),
        cooldownUntilMs,
        time,
      ])
      for (const position of Object.values(account.positions)) {
        if (old?.positions[position.market] === position) continue
        positions.push(positionRow(objectId, position, change))
      }
      for (const market of Object.keys(old?.positions ?? {})) {
        if (account.positions[market]) continue
        const objectIds = ended.get(market)
        if (objectIds) objectIds.push(objectId)
        else ended.set(market, [objectId])
      }
    }
    const gone = [...before.state.accounts.keys()].filter((id) => !after.accounts.has(id))
    return { accounts, positions, ended, gone }
  }
}

function positionRow(objectId: string, position: Position, { realmId, now, atomsOf }: StateChange) {
  const { market, isolatedCash } = position
  return [
    objectId,
    market,
    realmId,
    atomsToColumn(atomsOf(position)),
    atomsToColumn(isolatedCash),
    toRecord(position),
    toSqlDatetime(now),
  ]
}

function accountsInsert(rows: SqlValue[][]): RowsInsert {
  return {
    into: `venue_accounts (object_id, realm_id, cross_cash, reserved, reserved_cash, settings,
      cooldown_until_ms, updated_at)`,
    rows,
    update: `ON DUPLICATE KEY UPDATE cross_cash = VALUES(cross_cash), reserved = VALUES(reserved),
      reserved_cash = VALUES(reserved_cash), settings = VALUES(settings),
      cooldown_until_ms = VALUES(cooldown_until_ms), updated_at = VALUES(updated_at)`,
  }
}

function positionsInsert(rows: SqlValue[][]): RowsInsert {
  return {
    into: `venue_positions (object_id, market, realm_id, size, isolated_cash, record,
      updated_at)`,
    rows,
    update: `ON DUPLICATE KEY UPDATE size = VALUES(size), isolated_cash = VALUES(isolated_cash),
      record = VALUES(record), updated_at = VALUES(updated_at)`,
  }
}

function sumOf(reserved: Account['reserved']): bigint {
  return Object.values(reserved ?? {}).reduce((sum, amount) => sum + amount, 0n)
}

/** Whether only the tick's number has changed: nothing happened, to no account. */
function isOnlyTick(before: VenueState, after: VenueState): boolean {
  const parts = Object.keys(before) as (keyof VenueState)[]
  return parts.every((part) => part === 'tick' || before[part] === after[part])
}

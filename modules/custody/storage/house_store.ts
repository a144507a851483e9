import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import {
  defaultBoundaryId,
  livingObjects,
  operationsHeldAt,
  tradingCash,
} from '#modules/ledger/index'
import type { Address } from '../core/chain_types.ts'
import { ChainNames, forwardOf, houseOf } from '../core/chain_names.ts'
import { owedByHouse } from '../core/owed_by_house.ts'
import type { EventValue } from '../core/pool_event.ts'
import { SettlementStore } from './settlement_store.ts'

/** Money on its way from a house to the default boundary of its realm; base units. */
export interface HousePayment {
  operationId: string
  opSeq: number
  amount: bigint
}

/** What a house owes at one moment. Base units. */
export interface HouseCut {
  owed: bigint
  /** The payment that is not final yet, if there is one: it is part of what is owed. */
  open: HousePayment | null
  /** How many were begun so far. */
  payments: number
}

const HASHES_AT_ONCE = 1_000

/** What the houses of the pools of one chain have been given, owe and pay. */
@singleton()
export class HouseStore {
  constructor(
    private database: Database,
    private settlements: SettlementStore,
    private chain: ChainNames
  ) {}

  /** Notes what a house was credited with, in the transaction that makes it final. */
  async noteMinted(session: SqlSession, pool: Address, amount: bigint): Promise<void> {
    await session.write(
      `INSERT INTO custody_houses (chain_id, pool, minted) VALUES (?, ?, ?)
       ON DUPLICATE KEY UPDATE minted = minted + VALUES(minted)`,
      [this.chain.chainId, pool, amount.toString()]
    )
  }

  /** @returns null where nobody has traded: no object has ever had a vault */
  async cut(realmId: string, pool: Address): Promise<HouseCut | null> {
    return this.database.snapshot(async (session) => {
      const objects = await this.#objects(session, realmId)
      if (objects === null) return null
      const ids = [...objects.values()]
      const cash = await tradingCash(session, realmId, ids)
      const { minted, payments } = await this.#house(session, pool)
      const owed = owedByHouse({
        vaults: await this.#projected(session, pool, 'vault', [...objects.keys()]),
        house: await this.#projected(session, pool, 'boundary', [this.#hashOf(realmId)]),
        minted,
        objects: cash.objects,
        venue: cash.venue,
        unbooked: await this.#unbooked(session, pool, await operationsHeldAt(session, ids)),
      })
      return { owed, open: await this.#open(session, realmId), payments }
    })
  }

  /**
   * Takes a number of the pool for another payment; stored before anything is sent.
   *
   * @param after how many its caller has seen
   * @returns null when another worker was faster
   */
  async begin(
    realmId: string,
    pool: Address,
    { amount, after }: { amount: bigint; after: number }
  ): Promise<HousePayment | null> {
    const operationId = newId('ctx')
    const from = { fromBoundaryId: houseOf(realmId), toBoundaryId: defaultBoundaryId(realmId) }
    await this.#openRow(pool)
    return this.database.transaction(async (session) => {
      const { affectedRows } = await session.write(
        `UPDATE custody_houses SET payments = payments + 1
          WHERE chain_id = ? AND pool = ? AND payments = ?`,
        [this.chain.chainId, pool, after]
      )
      if (affectedRows === 0) return null
      const order = { operationId, realmId, ...from, amount }
      await this.settlements.add(session, realmId, [order], 'batched')
      return this.#open(session, realmId)
    })
  }

  /** In a statement of its own, since an update of a row that was just inserted may deadlock. */
  async #openRow(pool: Address): Promise<void> {
    await this.database.write('INSERT IGNORE INTO custody_houses (chain_id, pool) VALUES (?, ?)', [
      this.chain.chainId,
      pool,
    ])
  }

  /** Living objects of a realm that have a vault, by hash; null where none ever had one. */
  async #objects(session: SqlReader, realmId: string): Promise<Map<string, string> | null> {
    const rows = await session.read<{ object_hash: string; object_id: string }>(
      `SELECT object_hash, object_id FROM custody_exchange_objects
        WHERE realm_id = ? AND chain_id = ? AND object_id IS NOT NULL`,
      [realmId, this.chain.chainId]
    )
    if (rows.length === 0) return null
    const living = await livingObjects(
      session,
      rows.map((row) => row.object_id)
    )
    const alive = rows.filter((row) => living.has(row.object_id))
    return new Map(alive.map((row) => [row.object_hash, row.object_id]))
  }

  async #house(session: SqlReader, pool: Address) {
    const [row] = await session.read<{ minted: string; payments: string | number }>(
      `SELECT CAST(minted AS CHAR) AS minted, payments FROM custody_houses
        WHERE chain_id = ? AND pool = ?`,
      [this.chain.chainId, pool]
    )
    return { minted: BigInt(row?.minted ?? '0'), payments: Number(row?.payments ?? 0) }
  }

  async #projected(
    session: SqlReader,
    pool: Address,
    kind: 'boundary' | 'vault',
    hashes: readonly string[]
  ): Promise<bigint> {
    let sum = 0n
    for (const some of pagesOf(hashes)) {
      const [row] = await session.read<{ sum: string }>(
        `SELECT CAST(COALESCE(SUM(balance), 0) AS CHAR) AS sum FROM custody_replay
          WHERE chain_id = ? AND pool = ? AND kind = ? AND id IN (?)`,
        [this.chain.chainId, pool, kind, some]
      )
      sum += BigInt(row!.sum)
    }
    return sum
  }

  /** What is final at vaults while the journal still holds it. */
  async #unbooked(
    session: SqlReader,
    pool: Address,
    operationIds: readonly string[]
  ): Promise<bigint> {
    const names = operationIds.flatMap((id) => [id, forwardOf(id)])
    let moved = 0n
    for (const some of pagesOf(names.map((name) => this.chain.idHash(name)))) {
      const rows = await session.read<{ name: string; payload: string }>(
        `SELECT e.name, e.payload FROM custody_outcomes o
           JOIN custody_events e ON e.chain_id = o.chain_id AND e.pool = o.pool AND e.seq = o.seq
          WHERE o.chain_id = ? AND o.op_hash IN (?) AND o.pool = ? AND o.state = 'executed'
            AND e.name IN ('VaultFunded', 'VaultReturned')`,
        [this.chain.chainId, some, pool]
      )
      for (const { name, payload } of rows) {
        const { amount } = JSON.parse(payload) as Record<string, EventValue>
        const atoms = BigInt(String(amount))
        moved += name === 'VaultFunded' ? atoms : -atoms
      }
    }
    return moved
  }

  async #open(session: SqlReader, realmId: string): Promise<HousePayment | null> {
    const [row] = await session.read<{ operation_id: string; op_seq: string; amount: string }>(
      `SELECT operation_id, op_seq, amount FROM custody_settlements
        WHERE state = 'batched' AND realm_id = ? AND from_boundary_id = ? LIMIT 1`,
      [realmId, houseOf(realmId)]
    )
    if (!row) return null
    const { operation_id: operationId, op_seq: opSeq, amount } = row
    return { operationId, opSeq: Number(opSeq), amount: BigInt(amount) }
  }

  #hashOf(realmId: string): string {
    return this.chain.idHash(houseOf(realmId))
  }
}

function pagesOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / HASHES_AT_ONCE) }, (_, page) =>
    items.slice(page * HASHES_AT_ONCE, (page + 1) * HASHES_AT_ONCE)
  )
}

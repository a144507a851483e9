import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'
import { defaultBoundaryId, operationsHeldAt, tradingCash } from '#modules/ledger/index'
import type { Address } from '../core/chain_types.ts'
import { ChainNames, forwardOf, houseOf } from '../core/chain_names.ts'
import { owedByHouse } from '../core/owed_by_house.ts'
import { executedEvents } from './chain_outcome_store.ts'
import { livingVaultObjects } from './exchange_object_store.ts'
import { SETTLEMENTS, SettlementStore } from './settlement_store.ts'

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
      const objects = await livingVaultObjects(session, this.chain, realmId)
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
    for (const some of inParts(hashes, HASHES_AT_ONCE)) {
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
    const ids = operationIds.flatMap((id) => [id, forwardOf(id)])
    let moved = 0n
    for (const { name, args } of await executedEvents(session, this.chain, pool, ids)) {
      if (name === 'VaultFunded') moved += BigInt(args.amount!)
      if (name === 'VaultReturned') moved -= BigInt(args.amount!)
    }
    return moved
  }

  #open(session: SqlReader, realmId: string): Promise<HousePayment | null> {
    return SETTLEMENTS.first(
      session,
      `WHERE state = 'batched' AND realm_id = ? AND from_boundary_id = ? LIMIT 1`,
      [realmId, houseOf(realmId)]
    )
  }

  #hashOf(realmId: string): string {
    return this.chain.idHash(houseOf(realmId))
  }
}

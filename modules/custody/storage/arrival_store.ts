import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { count, integer, Table, text, type Columns } from '#app/storage/table'
import type { Address, Hex } from '../core/chain_types.ts'
import { ChainNames } from '../core/chain_names.ts'

export type ArrivalState = 'dust' | 'due' | 'credited' | 'stranded'

/** A final credit of a pool for value from outside. */
export interface PoolArrival {
  pool: Address
  seq: number
  realmId: string
  boundaryHash: Hex
  refHash: Hex
  kind: string
  /** Base units. */
  amount: bigint
  txHash: Hex
  logIndex: number
}

/** One that is stored, with the block that holds it; null when its event is not known any more. */
export interface StoredArrival extends PoolArrival {
  blockNumber: number | null
}

/** What arrives here together may be credited together. */
export type ArrivalPlace = Pick<PoolArrival, 'pool' | 'boundaryHash' | 'refHash' | 'kind'>

/** Arrivals that one deposit tells of; all of one place. */
export interface ArrivalGroup {
  /** Number of the arrival that completed the group. */
  groupSeq: number
  arrivals: StoredArrival[]
}

/** Null as the group's number: dust that waits. */
type Grouped<Arrival> = Arrival & { groupSeq: number | null }

const COLUMNS: Columns<Grouped<PoolArrival>> = {
  pool: text(),
  seq: count(),
  realmId: text(),
  boundaryHash: text(),
  refHash: text(),
  kind: text(),
  amount: integer(),
  txHash: text(),
  logIndex: count(),
  groupSeq: count(),
}

const ARRIVALS = new Table('custody_arrivals', COLUMNS)

const ARRIVALS_IN_BLOCKS = new Table<Grouped<StoredArrival>>('custody_arrivals a', {
  ...COLUMNS,
  blockNumber: count(`(SELECT e.block_number FROM custody_events e
    WHERE e.chain_id = a.chain_id AND e.pool = a.pool AND e.seq = a.seq)`),
})

/** What has arrived in the pools of one chain. */
@singleton()
export class ArrivalStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  /** @param groupSeq null for dust that waits */
  async add(session: SqlSession, arrival: PoolArrival, groupSeq: number | null): Promise<void> {
    await ARRIVALS.insert(
      session,
      { ...arrival, groupSeq },
      {
        chain_id: this.chain.chainId,
        state: groupSeq === null ? 'dust' : 'due',
        final_at: toSqlDatetime(this.clock.nowMicros()),
      }
    )
  }

  /** What waits for more of the same reference; base units. */
  async dust(session: SqlSession, place: ArrivalPlace) {
    const [row] = await session.read<{ amount: string | null }>(
      `SELECT SUM(amount) AS amount FROM custody_arrivals
        WHERE chain_id = ? AND pool = ? AND ref_hash = ? AND boundary_hash = ? AND kind = ?
          AND state = 'dust'`,
      [this.chain.chainId, place.pool, place.refHash, place.boundaryHash, place.kind]
    )
    return BigInt(row?.amount ?? 0)
  }

  /** The dust of a reference is credited with the arrival that made it enough. */
  async joinDust(session: SqlSession, place: ArrivalPlace, groupSeq: number): Promise<void> {
    await session.write(
      `UPDATE custody_arrivals SET state = 'due', group_seq = ?
        WHERE chain_id = ? AND pool = ? AND ref_hash = ? AND boundary_hash = ? AND kind = ?
          AND state = 'dust'`,
      [groupSeq, this.chain.chainId, place.pool, place.refHash, place.boundaryHash, place.kind]
    )
  }

  /** Groups the ledger has still to be told of, oldest first. */
  async due(limit: number): Promise<ArrivalGroup[]> {
    const heads = await this.database.read<{ pool: Address; seq: string | number }>(
      `SELECT pool, seq FROM custody_arrivals
        WHERE chain_id = ? AND state = 'due' AND seq = group_seq ORDER BY final_at, seq LIMIT ${limit}`,
      [this.chain.chainId]
    )
    if (heads.length === 0) return []
    const found = await ARRIVALS_IN_BLOCKS.all(
      this.database,
      `WHERE chain_id = ? AND state = 'due' AND (pool, group_seq) IN (?) ORDER BY seq`,
      [this.chain.chainId, heads.map(({ pool, seq }) => [pool, Number(seq)])]
    )
    const groups = Map.groupBy(found, ({ pool, groupSeq }) => `${pool}:${groupSeq}`)
    return heads.flatMap(({ pool, seq }) => {
      const arrivals = groups.get(`${pool}:${seq}`)
      return arrivals ? [{ groupSeq: Number(seq), arrivals }] : []
    })
  }

  /** @param operationId what tells of them; null when nothing can */
  async end(
    { groupSeq, arrivals }: ArrivalGroup,
    state: 'credited' | 'stranded',
    operationId: string | null
  ): Promise<void> {
    await this.database.write(
      `UPDATE custody_arrivals SET state = ?, operation_id = ?
        WHERE chain_id = ? AND pool = ? AND group_seq = ?`,
      [state, operationId, this.chain.chainId, arrivals[0]!.pool, groupSeq]
    )
  }

  /** How much lies in each state, in base units. */
  async totals(): Promise<Map<ArrivalState, bigint>> {
    const rows = await this.database.read<{ state: ArrivalState; amount: string }>(
      `SELECT state, SUM(amount) AS amount FROM custody_arrivals
        WHERE chain_id = ? AND state <> 'credited' GROUP BY state`,
      [this.chain.chainId]
    )
    return new Map(rows.map(({ state, amount }) => [state, BigInt(amount)]))
  }
}

import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
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

interface ArrivalRow {
  pool: Address
  seq: string | number
  realm_id: string
  boundary_hash: Hex
  ref_hash: Hex
  kind: string
  amount: string
  tx_hash: Hex
  log_index: number
  group_seq: string | number | null
  block_number: string | number | null
}

const COLUMNS =
  'pool, seq, realm_id, boundary_hash, ref_hash, kind, amount, tx_hash, log_index, group_seq'

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
    const { pool, seq, realmId, boundaryHash, refHash, kind, amount, txHash, logIndex } = arrival
    await session.write(
      `INSERT INTO custody_arrivals (chain_id, ${COLUMNS}, state, final_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        this.chain.chainId,
        pool,
        seq,
        realmId,
        boundaryHash,
        refHash,
        kind,
        amount.toString(),
        txHash,
        logIndex,
        groupSeq,
        groupSeq === null ? 'dust' : 'due',
        toSqlDatetime(this.clock.nowMicros()),
      ]
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
    const rows = await this.database.read<ArrivalRow>(
      `SELECT ${COLUMNS}, (SELECT e.block_number FROM custody_events e WHERE e.chain_id = a.chain_id
           AND e.pool = a.pool AND e.seq = a.seq) AS block_number
         FROM custody_arrivals a
        WHERE chain_id = ? AND state = 'due' AND (pool, group_seq) IN (?) ORDER BY seq`,
      [this.chain.chainId, heads.map(({ pool, seq }) => [pool, Number(seq)])]
    )
    const groups = Map.groupBy(rows, (row) => `${row.pool}:${row.group_seq}`)
    return heads.flatMap(({ pool, seq }) => {
      const group = groups.get(`${pool}:${seq}`)
      return group ? [{ groupSeq: Number(seq), arrivals: group.map(arrivalOf) }] : []
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

function arrivalOf(row: ArrivalRow): StoredArrival {
  return {
    pool: row.pool,
    seq: Number(row.seq),
    realmId: row.realm_id,
    boundaryHash: row.boundary_hash,
    refHash: row.ref_hash,
    kind: row.kind,
    amount: BigInt(row.amount),
    txHash: row.tx_hash,
    logIndex: Number(row.log_index),
    blockNumber: row.block_number === null ? null : Number(row.block_number),
  }
}

import type { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import type { Database, SqlSession } from '#app/storage/database'
import type { Address, Hex } from '../chain/types.ts'
import type { RealmPoolEvent } from '../services/pool_event_consumer.ts'

/** A withdrawal with a recovery key that is final. */
export interface Recovery {
  pool: Address
  seq: number
  realmId: string
  boundaryHash: Hex
  destination: Address
  /** Base units, which are the ledger's atoms. */
  amount: bigint
  txHash: Hex
  logIndex: number
}

interface RecoveryRow {
  pool: Address
  seq: string | number
  realm_id: string
  boundary_hash: Hex
  destination: Address
  amount: string
  tx_hash: Hex
  log_index: number
}

const SELECT = `SELECT pool, seq, realm_id, boundary_hash, destination, CAST(amount AS CHAR) AS amount,
  tx_hash, log_index FROM custody_recoveries`

/** What was taken with recovery keys, and whether the ledger has booked it. */
export class RecoveryStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chainId: number
  ) {}

  async add(session: SqlSession, event: RealmPoolEvent): Promise<void> {
    const { pool, seq, realmId, args, transactionHash, logIndex } = event
    await session.write(
      `INSERT INTO custody_recoveries (chain_id, pool, seq, realm_id, boundary_hash, destination,
         amount, tx_hash, log_index, state, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'owed', ?)`,
      [
        ...[this.chainId, pool, seq, realmId, String(args.boundaryId), String(args.to)],
        ...[String(args.amount), transactionHash, logIndex],
        toSqlDatetime(this.clock.nowMicros()),
      ]
    )
  }

  /**
   * The oldest withdrawal of the same pool's boundary that is owed: they are booked in the order of the
   * chain.
   */
  async oldestOwed(pool: string, seq: number): Promise<Recovery | null> {
    const [row] = await this.database.read<RecoveryRow>(
      `${SELECT} WHERE chain_id = ? AND pool = ? AND state = 'owed' AND seq <= ? AND boundary_hash =
         (SELECT o.boundary_hash FROM custody_recoveries o
           WHERE o.chain_id = ? AND o.pool = ? AND o.seq = ?)
        ORDER BY seq LIMIT 1`,
      [this.chainId, pool, seq, this.chainId, pool, seq]
    )
    return row ? recoveryOf(row) : null
  }

  async markBooked({ pool, seq }: Recovery): Promise<void> {
    await this.database.write(
      `UPDATE custody_recoveries SET state = 'booked', booked_at = ?
        WHERE chain_id = ? AND pool = ? AND seq = ? AND state = 'owed'`,
      [toSqlDatetime(this.clock.nowMicros()), this.chainId, pool, seq]
    )
  }
}

function recoveryOf(row: RecoveryRow): Recovery {
  return {
    pool: row.pool,
    seq: Number(row.seq),
    realmId: row.realm_id,
    boundaryHash: row.boundary_hash,
    destination: row.destination,
    amount: BigInt(row.amount),
    txHash: row.tx_hash,
    logIndex: row.log_index,
  }
}

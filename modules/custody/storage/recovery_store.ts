import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import type { Address, Hex } from '../core/chain_types.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { ChainNames } from '../core/chain_names.ts'

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

/** What the holder has brought from a vault into its boundary. */
export interface VaultTaken {
  seq: number
  objectHash: Hex
  amount: bigint
}

interface VaultArgs {
  boundaryId: Hex
  objectId: Hex
  amount: string
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
@singleton()
export class RecoveryStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  async add(session: SqlSession, event: RealmPoolEvent): Promise<void> {
    const { pool, seq, realmId, args, transactionHash, logIndex } = event
    await session.write(
      `INSERT INTO custody_recoveries (chain_id, pool, seq, realm_id, boundary_hash, destination,
         amount, tx_hash, log_index, state, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'owed', ?)`,
      [
        this.chain.chainId,
        pool,
        seq,
        realmId,
        String(args.boundaryId),
        String(args.to),
        String(args.amount),
        transactionHash,
        logIndex,
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
      [this.chain.chainId, pool, seq, this.chain.chainId, pool, seq]
    )
    return row ? recoveryOf(row) : null
  }

  /** What was brought home from vaults of the boundary between the recovery before and this one. */
  async vaultsOf({ pool, seq, boundaryHash }: Recovery): Promise<VaultTaken[]> {
    const rows = await this.database.read<{ seq: string | number; payload: string }>(
      `SELECT seq, payload FROM custody_events
        WHERE chain_id = ? AND pool = ? AND name = 'VaultRecovered' AND state = 'final' AND seq < ?
          AND seq > COALESCE((SELECT MAX(r.seq) FROM custody_recoveries r
                WHERE r.chain_id = ? AND r.pool = ? AND r.boundary_hash = ? AND r.seq < ?), 0)
        ORDER BY seq`,
      [this.chain.chainId, pool, seq, this.chain.chainId, pool, boundaryHash, seq]
    )
    return rows
      .map((row) => ({ seq: Number(row.seq), args: JSON.parse(row.payload) as VaultArgs }))
      .filter(({ args }) => args.boundaryId === boundaryHash && args.amount !== '0')
      .map(({ seq: at, args }) => ({
        seq: at,
        objectHash: args.objectId,
        amount: BigInt(args.amount),
      }))
  }

  async markBooked({ pool, seq }: Recovery): Promise<void> {
    await this.database.write(
      `UPDATE custody_recoveries SET state = 'booked', booked_at = ?
        WHERE chain_id = ? AND pool = ? AND seq = ? AND state = 'owed'`,
      [toSqlDatetime(this.clock.nowMicros()), this.chain.chainId, pool, seq]
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

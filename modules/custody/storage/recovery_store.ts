import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { count, integer, Table, text } from '#app/storage/table'
import type { Address, Hex } from '../core/chain_types.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { ChainNames } from '../core/chain_names.ts'
import { EVENTS } from './pool_event_store.ts'

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

const RECOVERIES = new Table<Recovery>('custody_recoveries', {
  pool: text(),
  seq: count(),
  realmId: text(),
  boundaryHash: text(),
  destination: text(),
  amount: integer(),
  txHash: text(),
  logIndex: count(),
})

/** What was taken with recovery keys, and whether the ledger has booked it. */
@singleton()
export class RecoveryStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  async add(session: SqlSession, event: RealmPoolEvent): Promise<void> {
    const { args, transactionHash: txHash } = event
    await RECOVERIES.insert(
      session,
      {
        ...event,
        boundaryHash: args.boundaryId as Hex,
        destination: args.to as Address,
        amount: BigInt(args.amount!),
        txHash,
      },
      {
        chain_id: this.chain.chainId,
        state: 'owed',
        created_at: toSqlDatetime(this.clock.nowMicros()),
      }
    )
  }

  find(pool: string, seq: number): Promise<Recovery | null> {
    const where = 'WHERE chain_id = ? AND pool = ? AND seq = ?'
    return RECOVERIES.first(this.database, where, [this.chain.chainId, pool, seq])
  }

  /**
   * The oldest withdrawal of the same pool's boundary that is owed: they are booked in the order of the
   * chain.
   */
  oldestOwed(pool: string, seq: number): Promise<Recovery | null> {
    return RECOVERIES.first(
      this.database,
      `WHERE chain_id = ? AND pool = ? AND state = 'owed' AND seq <= ? AND boundary_hash =
         (SELECT o.boundary_hash FROM custody_recoveries o
           WHERE o.chain_id = ? AND o.pool = ? AND o.seq = ?)
        ORDER BY seq LIMIT 1`,
      [this.chain.chainId, pool, seq, this.chain.chainId, pool, seq]
    )
  }

  /** What was brought home from vaults of the boundary between the recovery before and this one. */
  async vaultsOf({ pool, seq, boundaryHash }: Recovery): Promise<VaultTaken[]> {
    const events = await EVENTS.all(
      this.database,
      `WHERE chain_id = ? AND pool = ? AND name = 'VaultRecovered' AND state = 'final' AND seq < ?
          AND seq > COALESCE((SELECT MAX(r.seq) FROM custody_recoveries r
                WHERE r.chain_id = ? AND r.pool = ? AND r.boundary_hash = ? AND r.seq < ?), 0)
        ORDER BY seq`,
      [this.chain.chainId, pool, seq, this.chain.chainId, pool, boundaryHash, seq]
    )
    return events
      .filter(({ args }) => args.boundaryId === boundaryHash && args.amount !== '0')
      .map(({ seq: at, args }) => ({
        seq: at,
        objectHash: args.objectId as Hex,
        amount: BigInt(args.amount!),
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

import type { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import type { Database, SqlSession } from '#app/storage/database'
import type { Address, Hex } from '../chain/types.ts'
import type { RealmPoolEvent } from '../services/pool_event_consumer.ts'

/** An exchange object with a vault on the chain. */
export interface VaultedObject {
  /** The ledger's id; null for one that was not registered by this service. */
  objectId: string | null
  hash: Hex
  boundaryHash: Hex
  vault: Address
  /** Base units in the vault, as final events tell. */
  balance: bigint
}

interface ObjectRow {
  object_id: string | null
  object_hash: Hex
  boundary_hash: Hex
  vault: Address
  balance: string | null
}

/** The exchange objects of the pools of one chain. */
export class ExchangeObjectStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chainId: number
  ) {}

  /** The id may be known before: whoever registers an object names it first. */
  async add(session: SqlSession, { realmId, args }: RealmPoolEvent): Promise<void> {
    await session.write(
      `INSERT INTO custody_exchange_objects (chain_id, object_hash, realm_id, boundary_hash, vault, created_at)
       VALUES (?, ?, ?, ?, ?, ?)
       ON DUPLICATE KEY UPDATE boundary_hash = VALUES(boundary_hash), vault = VALUES(vault)`,
      [
        ...[this.chainId, String(args.objectId), realmId, String(args.boundaryId)],
        ...[String(args.vault), toSqlDatetime(this.clock.nowMicros())],
      ]
    )
  }

  /** Of a realm, the oldest first. */
  async ofRealm(realmId: string, pool: Address): Promise<VaultedObject[]> {
    const rows = await this.database.read<ObjectRow>(
      `SELECT o.object_id, o.object_hash, o.boundary_hash, o.vault, CAST(r.balance AS CHAR) AS balance
         FROM custody_exchange_objects o
         LEFT JOIN custody_replay r
           ON r.chain_id = o.chain_id AND r.pool = ? AND r.kind = 'vault' AND r.id = o.object_hash
        WHERE o.realm_id = ? AND o.chain_id = ? ORDER BY o.created_at, o.object_hash`,
      [pool, realmId, this.chainId]
    )
    return rows.map((row) => ({
      objectId: row.object_id,
      hash: row.object_hash,
      boundaryHash: row.boundary_hash,
      vault: row.vault,
      balance: BigInt(row.balance ?? '0'),
    }))
  }
}

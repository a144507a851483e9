import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { tradingCash } from '#modules/ledger/index'
import type { Address, Hex } from '../core/chain_types.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { ChainNames } from '../core/chain_names.ts'

/** An exchange object with a vault on the chain. */
export interface VaultedObject {
  /** The ledger's id; null for one that was not registered by this service. */
  objectId: string | null
  hash: Hex
  boundaryHash: Hex
  vault: Address
  /** Base units in the vault, as final events tell. */
  balance: bigint
  /** As the database writes it. */
  createdAt: string
}

interface ObjectRow {
  object_id: string | null
  object_hash: Hex
  boundary_hash: Hex
  vault: Address
  balance: string | null
  created_at: string
}

const NO_VAULT = `0x${'0'.repeat(40)}`

/** The exchange objects of the pools of one chain. */
@singleton()
export class ExchangeObjectStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  /** The id may be known before: whoever registers an object names it first. */
  async add(session: SqlSession, { realmId, args }: RealmPoolEvent): Promise<void> {
    await session.write(
      `INSERT INTO custody_exchange_objects (chain_id, object_hash, realm_id, boundary_hash, vault, created_at)
       VALUES (?, ?, ?, ?, ?, ?)
       ON DUPLICATE KEY UPDATE boundary_hash = VALUES(boundary_hash), vault = VALUES(vault)`,
      [
        this.chain.chainId,
        String(args.objectId),
        realmId,
        String(args.boundaryId),
        String(args.vault),
        toSqlDatetime(this.clock.nowMicros()),
      ]
    )
  }

  /** Notes whose vault it is, before anything is sent: its hash does not tell. */
  async name(object: {
    objectId: string
    hash: Hex
    realmId: string
    boundaryHash: Hex
  }): Promise<void> {
    const { objectId, hash, realmId, boundaryHash } = object
    await this.database.transaction((session) =>
      session.write(
        `INSERT INTO custody_exchange_objects
           (chain_id, object_hash, object_id, realm_id, boundary_hash, vault, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE object_id = VALUES(object_id)`,
        [
          this.chain.chainId,
          hash,
          objectId,
          realmId,
          boundaryHash,
          NO_VAULT,
          toSqlDatetime(this.clock.nowMicros()),
        ]
      )
    )
  }

  /** The ledger's id of an object; null for one that was not registered by this service. */
  async idOf(hash: Hex): Promise<string | null> {
    const [row] = await this.database.read<{ object_id: string | null }>(
      'SELECT object_id FROM custody_exchange_objects WHERE chain_id = ? AND object_hash = ?',
      [this.chain.chainId, hash]
    )
    return row?.object_id ?? null
  }

  /** Vaults with something in them, by the ledger's ids, in order. */
  async filled(
    afterHash: string,
    limit: number
  ): Promise<{ objectId: string; hash: string; realmId: string }[]> {
    const rows = await this.database.read<{
      object_id: string
      object_hash: string
      realm_id: string
    }>(
      `SELECT o.object_id, o.object_hash, o.realm_id FROM custody_exchange_objects o
         JOIN custody_pools p ON p.realm_id = o.realm_id AND p.chain_id = o.chain_id
         JOIN custody_replay r ON r.chain_id = o.chain_id AND r.pool = p.address
                              AND r.kind = 'vault' AND r.id = o.object_hash AND r.balance > 0
        WHERE o.chain_id = ? AND o.object_id IS NOT NULL AND o.object_hash > ?
        ORDER BY o.object_hash LIMIT ${Math.trunc(limit)}`,
      [this.chain.chainId, afterHash]
    )
    return rows.map((row) => ({
      objectId: row.object_id,
      hash: row.object_hash,
      realmId: row.realm_id,
    }))
  }

  /** What final events say a vault holds; null for one they do not know. */
  async projected(hash: Hex): Promise<bigint | null> {
    const [row] = await this.database.read<{ balance: string }>(
      `SELECT CAST(r.balance AS CHAR) AS balance FROM custody_exchange_objects o
         JOIN custody_pools p ON p.realm_id = o.realm_id AND p.chain_id = o.chain_id
         JOIN custody_replay r ON r.chain_id = o.chain_id AND r.pool = p.address
                              AND r.kind = 'vault' AND r.id = o.object_hash
        WHERE o.chain_id = ? AND o.object_hash = ?`,
      [this.chain.chainId, hash]
    )
    return row ? BigInt(row.balance) : null
  }

  /** What the journal says an object has in cash. */
  cashOf({ id, realmId }: { id: string; realmId: string }): Promise<bigint> {
    return this.database.withSession(
      async (session) => (await tradingCash(session, realmId, [id])).objects
    )
  }

  /** Of a realm, the newest first; without those that are only named so far. */
  async ofRealm(realmId: string, pool: Address): Promise<VaultedObject[]> {
    const rows = await this.database.read<ObjectRow>(
      `SELECT o.object_id, o.object_hash, o.boundary_hash, o.vault, CAST(r.balance AS CHAR) AS balance,
              o.created_at
         FROM custody_exchange_objects o
         LEFT JOIN custody_replay r
           ON r.chain_id = o.chain_id AND r.pool = ? AND r.kind = 'vault' AND r.id = o.object_hash
        WHERE o.realm_id = ? AND o.chain_id = ? AND o.vault <> '${NO_VAULT}'
        ORDER BY o.created_at DESC, o.object_hash DESC`,
      [pool, realmId, this.chain.chainId]
    )
    return rows.map((row) => ({
      objectId: row.object_id,
      hash: row.object_hash,
      boundaryHash: row.boundary_hash,
      vault: row.vault,
      balance: BigInt(row.balance ?? '0'),
      createdAt: row.created_at,
    }))
  }
}

import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { integer, Table, text, type Columns } from '#app/storage/table'
import { livingObjects, tradingCash } from '#modules/ledger/index'
import type { Address, Hex } from '../core/chain_types.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { ChainNames } from '../core/chain_names.ts'
import { ZERO_ADDRESS } from '../core/zero.ts'

/** An exchange object with a vault on the chain. */
export interface VaultedObject {
  /** The ledger's id; null for one that was not registered by this service. */
  objectId: string | null
  hash: Hex
  realmId: string
  boundaryHash: Hex
  vault: Address
  /** Base units in the vault, as final events tell. */
  balance: bigint
  /** As the database writes it. */
  createdAt: string
}

type StoredObject = Omit<VaultedObject, 'balance'>

const COLUMNS: Columns<StoredObject> = {
  objectId: text(),
  hash: text('object_hash'),
  realmId: text(),
  boundaryHash: text(),
  vault: text(),
  createdAt: text(),
}

const OBJECTS = new Table('custody_exchange_objects', COLUMNS)

/** With the pool that holds the vaults. */
const FILLED_OBJECTS = new Table<VaultedObject>(
  `custody_exchange_objects o LEFT JOIN custody_replay r
    ON r.chain_id = o.chain_id AND r.pool = ? AND r.kind = 'vault' AND r.id = o.object_hash`,
  { ...COLUMNS, balance: integer('COALESCE(r.balance, 0)') }
)

/** Finds a row when there is any object with a vault on this chain. */
export function vaultsOn(chainId: number): string {
  return `SELECT 1 FROM custody_exchange_objects WHERE chain_id = ${chainId}`
}

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
    const { objectId: hash, boundaryId: boundaryHash, vault } = args as Record<string, Hex>
    await this.#insert(
      session,
      { objectId: null, hash: hash!, realmId, boundaryHash: boundaryHash!, vault: vault! },
      'boundary_hash = VALUES(boundary_hash), vault = VALUES(vault)'
    )
  }

  /** Notes whose vault it is, before anything is sent: its hash does not tell. */
  async name(object: Omit<StoredObject, 'vault' | 'createdAt'>): Promise<void> {
    const named = { ...object, vault: ZERO_ADDRESS }
    const changes = 'object_id = VALUES(object_id)'
    await this.database.transaction((session) => this.#insert(session, named, changes))
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
  filled(
    afterHash: string,
    limit: number
  ): Promise<{ objectId: string; hash: string; realmId: string }[]> {
    return this.database.read(
      `SELECT o.object_id AS objectId, o.object_hash AS hash, o.realm_id AS realmId
         FROM custody_exchange_objects o
         JOIN custody_pools p ON p.realm_id = o.realm_id AND p.chain_id = o.chain_id
         JOIN custody_replay r ON r.chain_id = o.chain_id AND r.pool = p.address
                              AND r.kind = 'vault' AND r.id = o.object_hash AND r.balance > 0
        WHERE o.chain_id = ? AND o.object_id IS NOT NULL AND o.object_hash > ?
        ORDER BY o.object_hash LIMIT ${Math.trunc(limit)}`,
      [this.chain.chainId, afterHash]
    )
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
  ofRealm(realmId: string, pool: Address): Promise<VaultedObject[]> {
    return FILLED_OBJECTS.all(
      this.database,
      `WHERE o.realm_id = ? AND o.chain_id = ? AND o.vault <> '${ZERO_ADDRESS}'
        ORDER BY o.created_at DESC, o.object_hash DESC`,
      [pool, realmId, this.chain.chainId]
    )
  }

  /** @param changes what an object that is there already takes over */
  async #insert(
    session: SqlSession,
    object: Omit<StoredObject, 'createdAt'>,
    changes: string
  ): Promise<void> {
    const createdAt = toSqlDatetime(this.clock.nowMicros())
    const also = { chain_id: this.chain.chainId }
    const rest = `ON DUPLICATE KEY UPDATE ${changes}`
    await OBJECTS.insert(session, { ...object, createdAt }, also, rest)
  }
}

/** Living objects of a realm that have a vault, by hash; null where none ever had one. */
export async function livingVaultObjects(
  reader: SqlReader,
  { chainId }: ChainNames,
  realmId: string
): Promise<Map<string, string> | null> {
  const objects = await reader.read<{ hash: string; id: string }>(
    `SELECT object_hash AS hash, object_id AS id FROM custody_exchange_objects
      WHERE realm_id = ? AND chain_id = ? AND object_id IS NOT NULL`,
    [realmId, chainId]
  )
  if (objects.length === 0) return null
  const living = await livingObjects(
    reader,
    objects.map(({ id }) => id)
  )
  return new Map(objects.filter(({ id }) => living.has(id)).map(({ hash, id }) => [hash, id]))
}

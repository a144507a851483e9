import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader } from '#app/storage/database'
import type { Address } from '../core/chain_types.ts'
import { ChainNames } from '../core/chain_names.ts'
import { INDEX_CURSORS } from './index_store.ts'

/** A pool or a vault, and how many tokens have to lie in it. Base units. */
export interface TokenPlace {
  realmId: string
  pool: Address
  address: Address
  expected: bigint
}

interface PlaceRow extends Omit<TokenPlace, 'expected'> {
  expected: string
}

/** What the final events say has to lie in every pool and vault of one chain. */
@singleton()
export class ExpectedTokens {
  constructor(
    private database: Database,
    private chain: ChainNames
  ) {}

  /** The newest final block; null before the chain is read. */
  block(): Promise<number | null> {
    return this.#block(this.database)
  }

  /** Of the next realms, in order, at one moment; with the block that it is true at. */
  async page(afterRealmId: string, limit: number) {
    return this.database.snapshot(async (session) => {
      const block = await this.#block(session)
      const realms = await session.read<{ id: string }>(
        `SELECT realm_id AS id FROM custody_pools
          WHERE state = 'created' AND chain_id = ? AND realm_id > ?
          ORDER BY realm_id LIMIT ${Math.trunc(limit)}`,
        [this.chain.chainId, afterRealmId]
      )
      const ids = realms.map(({ id }) => id)
      if (block === null || ids.length === 0) return { block: 0, last: null, places: [] }
      const pools = await session.read<PlaceRow>(
        `SELECT p.realm_id AS realmId, p.address AS pool, p.address, CAST(SUM(r.balance) AS CHAR) AS expected
           FROM custody_pools p
           JOIN custody_replay r ON r.chain_id = p.chain_id AND r.pool = p.address
                                AND r.kind = 'boundary'
          WHERE p.realm_id IN (?) GROUP BY p.realm_id, p.address`,
        [ids]
      )
      const vaults = await session.read<PlaceRow>(
        `SELECT p.realm_id AS realmId, p.address AS pool, o.vault AS address, CAST(r.balance AS CHAR) AS expected
           FROM custody_pools p
           JOIN custody_replay r ON r.chain_id = p.chain_id AND r.pool = p.address
                                AND r.kind = 'vault'
           JOIN custody_exchange_objects o ON o.chain_id = r.chain_id AND o.object_hash = r.id
          WHERE p.realm_id IN (?)`,
        [ids]
      )
      const places = [...pools, ...vaults]
        .map((place) => ({ ...place, expected: BigInt(place.expected) }))
        .filter(({ expected }) => expected > 0n)
      return { block, last: ids.at(-1)!, places }
    })
  }

  async #block(reader: SqlReader): Promise<number | null> {
    const cursor = await INDEX_CURSORS.first(reader, 'WHERE chain_id = ?', [this.chain.chainId])
    return cursor && cursor.finalNumber
  }
}

import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import type { Address, Hex } from '../core/chain_types.ts'
import { ChainNames } from '../core/chain_names.ts'

/** The addresses that belong to pools: the pools themselves, their vaults, their deposit addresses. */
@singleton()
export class OwnAddressStore {
  constructor(
    private database: Database,
    private chain: ChainNames
  ) {}

  /** @param address checksummed */
  async has(address: Address): Promise<boolean> {
    const rows = await this.database.read(
      `SELECT 1 FROM custody_pools WHERE address = ?
        UNION ALL SELECT 1 FROM custody_exchange_objects WHERE vault = ?
        UNION ALL SELECT 1 FROM custody_intents WHERE chain_id = ? AND address = ?
        LIMIT 1`,
      [address, address, this.chain.chainId, address]
    )
    return rows.length > 0
  }

  /** Whether a deposit of another realm was announced there, of real money in the same token. */
  async isDepositElsewhere(realmId: string, address: Address): Promise<boolean> {
    const rows = await this.database.read(
      `SELECT 1 FROM custody_intents i
          JOIN custody_pools theirs ON theirs.realm_id = i.realm_id AND theirs.address = i.pool
          JOIN custody_pools ours ON ours.realm_id = ? AND ours.token = theirs.token
        WHERE i.chain_id = ? AND i.address = ? AND i.live = 1 AND i.realm_id <> ours.realm_id LIMIT 1`,
      [realmId, this.chain.chainId, address]
    )
    return rows.length > 0
  }

  /** What a deposit address of a pool commits to; null: it is none. */
  async depositAt(pool: Address, address: Address) {
    const [row] = await this.database.read<{ boundaryId: string; refHash: Hex }>(
      `SELECT boundary_id AS boundaryId, ref_hash AS refHash FROM custody_intents
        WHERE chain_id = ? AND address = ? AND pool = ? LIMIT 1`,
      [this.chain.chainId, address, pool]
    )
    return row ?? null
  }

  /** The pool that an address belongs to; null: it is none of ours. */
  async poolOf(address: Address): Promise<Address | null> {
    const [row] = await this.database.read<{ pool: Address }>(
      `SELECT address AS pool FROM custody_pools WHERE address = ?
        UNION ALL SELECT p.address FROM custody_exchange_objects o
          JOIN custody_pools p ON p.realm_id = o.realm_id WHERE o.vault = ?
        UNION ALL SELECT pool FROM custody_intents WHERE chain_id = ? AND address = ?
        LIMIT 1`,
      [address, address, this.chain.chainId, address]
    )
    return row?.pool ?? null
  }
}

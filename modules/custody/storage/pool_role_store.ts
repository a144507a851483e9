import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { flag, Table, text } from '#app/storage/table'
import { ChainNames } from '../core/chain_names.ts'
import type { Address } from '../core/chain_types.ts'
import type { GivenRole, RoleChange } from '../core/pool_roles.ts'

interface StoredRole extends RoleChange {
  pool: Address
}

const ROLES = new Table<StoredRole>('custody_pool_roles', {
  pool: text(),
  role: text(),
  account: text(),
  enabled: flag(),
})

const GIVEN = new Table<GivenRole>('custody_pool_roles', {
  role: text('DISTINCT role'),
  account: text(),
})

/** Whom the admins of the pools of one chain have given roles. */
@singleton()
export class PoolRoleStore {
  constructor(
    private database: Database,
    private chain: ChainNames
  ) {}

  /** What a final event says, in its transaction. */
  async note(session: SqlSession, pool: Address, change: RoleChange): Promise<void> {
    const also = { chain_id: this.chain.chainId }
    await ROLES.insert(session, { ...change, pool }, also, ROLES.overwriting)
  }

  /** Those that have a role of a pool now, of all pools when none is named. */
  async given(pool?: Address): Promise<GivenRole[]> {
    const where = `WHERE chain_id = ? AND enabled = 1 ${pool ? 'AND pool = ?' : ''}`
    return GIVEN.all(this.database, where, [this.chain.chainId, ...(pool ? [pool] : [])])
  }
}

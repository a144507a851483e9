import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { integer, Table, text } from '#app/storage/table'
import type { Address } from '../core/chain_types.ts'
import { accountKey, type ProjectedAccount, type Projection } from '../core/project_event.ts'
import { ChainNames } from '../core/chain_names.ts'

const ACCOUNTS = new Table<ProjectedAccount>('custody_replay', {
  kind: text(),
  id: text(),
  boundaryId: text(),
  balance: integer(),
})

/** What the final events of each pool add up to. */
@singleton()
export class ProjectionStore {
  constructor(
    private database: Database,
    private chain: ChainNames
  ) {}

  async book(session: SqlSession, pool: Address): Promise<Projection> {
    const accounts = await this.accounts(pool, session)
    return new Map(accounts.map((account) => [accountKey(account.kind, account.id), account]))
  }

  accounts(pool: Address, reader: SqlReader = this.database): Promise<ProjectedAccount[]> {
    return ACCOUNTS.all(reader, 'WHERE chain_id = ? AND pool = ?', [this.chain.chainId, pool])
  }

  async save(
    session: SqlSession,
    pool: Address,
    accounts: Iterable<ProjectedAccount>
  ): Promise<void> {
    const also = { chain_id: this.chain.chainId, pool }
    const rest = 'ON DUPLICATE KEY UPDATE balance = VALUES(balance)'
    await ACCOUNTS.insert(session, [...accounts], also, rest)
  }
}

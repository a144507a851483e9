import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import type { Address } from '../core/chain_types.ts'
import {
  accountKey,
  type AccountKind,
  type ProjectedAccount,
  type Projection,
} from '../core/project_event.ts'
import { ChainNames } from '../core/chain_names.ts'

interface ProjectionRow {
  kind: AccountKind
  id: string
  boundary_id: string
  balance: string
}

const SELECT = `SELECT kind, id, boundary_id, CAST(balance AS CHAR) AS balance FROM custody_replay
  WHERE chain_id = ? AND pool = ?`

/** What the final events of each pool add up to. */
@singleton()
export class ProjectionStore {
  constructor(
    private database: Database,
    private chain: ChainNames
  ) {}

  async book(session: SqlSession, pool: Address): Promise<Projection> {
    return bookOf(await session.read<ProjectionRow>(SELECT, [this.chain.chainId, pool]))
  }

  async accounts(pool: Address): Promise<ProjectedAccount[]> {
    return [
      ...bookOf(
        await this.database.read<ProjectionRow>(SELECT, [this.chain.chainId, pool])
      ).values(),
    ]
  }

  async save(
    session: SqlSession,
    pool: Address,
    accounts: Iterable<ProjectedAccount>
  ): Promise<void> {
    const rows = [...accounts].map(({ kind, id, boundaryId, balance }) => [
      this.chain.chainId,
      pool,
      kind,
      id,
      boundaryId,
      balance.toString(),
    ])
    if (rows.length === 0) return
    await session.write(
      `INSERT INTO custody_replay (chain_id, pool, kind, id, boundary_id, balance) VALUES ?
       ON DUPLICATE KEY UPDATE balance = VALUES(balance)`,
      [rows]
    )
  }
}

function bookOf(rows: readonly ProjectionRow[]): Projection {
  return new Map(
    rows.map(({ kind, id, boundary_id: boundaryId, balance }) => [
      accountKey(kind, id),
      { kind, id, boundaryId, balance: BigInt(balance) },
    ])
  )
}

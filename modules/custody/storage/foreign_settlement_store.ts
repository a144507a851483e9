import { singleton } from '#app/extension/singleton'
import type { SqlReader, SqlSession } from '#app/storage/database'
import { count, integer, Table, text } from '#app/storage/table'
import { ChainNames } from '../core/chain_names.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import type { Gains } from '../core/foreign_moves.ts'

/** A number of a pool that others have used up. Nothing moved by one that was rejected. */
export interface ForeignSettlement {
  pool: Address
  realmId: string
  opSeq: number
  /** Of its event. */
  seq: number
  fromHash: Hex | null
  toHash: Hex | null
  amount: bigint
}

const FOREIGN = new Table<ForeignSettlement>('custody_foreign_settlements', {
  pool: text(),
  realmId: text(),
  opSeq: count(),
  seq: count(),
  fromHash: text(),
  toHash: text(),
  amount: integer(),
})

/** What others have settled in the pools of one chain. */
@singleton()
export class ForeignSettlementStore {
  constructor(private chain: ChainNames) {}

  async note(session: SqlSession, found: ForeignSettlement): Promise<void> {
    await FOREIGN.insertNew(session, found, { chain_id: this.chain.chainId })
  }

  /** Which of these numbers others have used up. */
  async among(reader: SqlReader, pool: Address, numbers: readonly number[]): Promise<Set<number>> {
    if (numbers.length === 0) return new Set()
    const where = 'WHERE chain_id = ? AND pool = ? AND op_seq IN (?)'
    const found = await FOREIGN.all(reader, where, [this.chain.chainId, pool, numbers])
    return new Set(found.map(({ opSeq }) => opSeq))
  }

  /**
   * What they have brought each boundary, where it is not nothing. A number that is the service's own
   * after all, because a restored backup has caught up, does not count: nor does a result of a vault that was signed
   * here, whose number nothing else keeps.
   */
  async gains(reader: SqlReader, pool: Address): Promise<Gains> {
    const moves = (hash: string, sign: string) => `
      SELECT f.${hash} AS hash, ${sign}f.amount AS gained FROM custody_foreign_settlements f
        LEFT JOIN custody_settlements s ON s.realm_id = f.realm_id AND s.op_seq = f.op_seq
       WHERE f.chain_id = ? AND f.pool = ? AND f.${hash} IS NOT NULL AND s.operation_id IS NULL
         AND NOT EXISTS
         (SELECT 1 FROM custody_events e JOIN custody_attempts a ON a.tx_hash = e.tx_hash
           WHERE e.chain_id = f.chain_id AND e.pool = f.pool AND e.seq = f.seq AND e.name = 'VaultSettled')`
    const of = [this.chain.chainId, pool]
    const rows = await reader.read<{ hash: string; gained: string }>(
      `SELECT hash, CAST(SUM(gained) AS CHAR) AS gained
         FROM (${moves('to_hash', '')} UNION ALL ${moves('from_hash', '-')}) moved
        GROUP BY hash HAVING SUM(gained) <> 0 ORDER BY hash`,
      [...of, ...of]
    )
    return new Map(rows.map(({ hash, gained }) => [hash, BigInt(gained)]))
  }
}

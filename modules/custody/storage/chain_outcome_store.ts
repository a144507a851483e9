import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession, type SqlValue } from '#app/storage/database'
import type { Address, Hex } from '../core/chain_types.ts'
import type { EventOutcome } from '../core/outcome_of_event.ts'
import { ChainNames } from '../core/chain_names.ts'

export interface FinalOutcome extends EventOutcome {
  pool: Address
  realmId: string
  /** Name of the event that tells it. */
  event: string
  seq: number
  txHash: Hex
  logIndex: number
}

export interface ExpectedOutcome {
  opHash: Hex
  operationId: string
  realmId: string
}

interface ChainOutcomeRow {
  op_hash: Hex
  pool: Address
  realm_id: string
  state: 'executed' | 'rejected'
  event: string
  reason: string | null
  amount: string | null
  seq: number | string
  tx_hash: Hex
  log_index: number
}

const COLUMNS = 'op_hash, pool, realm_id, state, event, reason, amount, seq, tx_hash, log_index'

/** What became of operations on one chain. */
@singleton()
export class ChainOutcomeStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  /** Whose outcomes somebody waits for. Announcing one twice changes nothing. */
  async expect(session: SqlSession, expected: readonly ExpectedOutcome[]): Promise<void> {
    if (expected.length === 0) return
    const rows = expected.map(({ opHash, operationId, realmId }) => [opHash, operationId, realmId])
    await session.write(
      'INSERT IGNORE INTO custody_expected_outcomes (op_hash, operation_id, realm_id) VALUES ?',
      [rows]
    )
  }

  /** The operations behind ids of the chain; those nobody expects are left out. */
  async expected(
    session: SqlSession,
    opHashes: readonly Hex[]
  ): Promise<{ opHash: Hex; operationId: string }[]> {
    if (opHashes.length === 0) return []
    const rows = await session.read<{ op_hash: Hex; operation_id: string }>(
      'SELECT op_hash, operation_id FROM custody_expected_outcomes WHERE op_hash IN (?)',
      [opHashes]
    )
    return rows.map((row) => ({ opHash: row.op_hash, operationId: row.operation_id }))
  }

  /**
   * An operation with a number and an id of its own may be voided by both; the first event tells,
   * the second says the same once more.
   */
  async add(session: SqlSession, outcomes: readonly FinalOutcome[]): Promise<void> {
    if (outcomes.length === 0) return
    const now = toSqlDatetime(this.clock.nowMicros())
    const rows = outcomes.map((each): SqlValue[] => [
      this.chain.chainId,
      each.opHash,
      each.pool,
      each.realmId,
      each.state,
      each.event,
      each.reason,
      each.amount?.toString() ?? null,
      each.seq,
      each.txHash,
      each.logIndex,
      now,
    ])
    await session.write(
      `INSERT IGNORE INTO custody_outcomes (chain_id, ${COLUMNS}, final_at) VALUES ?`,
      [rows]
    )
  }

  /** By id of the chain. */
  async find(opHashes: readonly Hex[]): Promise<Map<Hex, FinalOutcome>> {
    if (opHashes.length === 0) return new Map()
    const rows = await this.database.read<ChainOutcomeRow>(
      `SELECT ${COLUMNS} FROM custody_outcomes WHERE chain_id = ? AND op_hash IN (?)`,
      [this.chain.chainId, opHashes]
    )
    return new Map(rows.map((row) => [row.op_hash, outcomeOf(row)]))
  }
}

function outcomeOf(row: ChainOutcomeRow): FinalOutcome {
  return {
    opHash: row.op_hash,
    pool: row.pool,
    realmId: row.realm_id,
    state: row.state,
    event: row.event,
    reason: row.reason,
    amount: row.amount === null ? null : BigInt(row.amount),
    seq: Number(row.seq),
    txHash: row.tx_hash,
    logIndex: row.log_index,
  }
}

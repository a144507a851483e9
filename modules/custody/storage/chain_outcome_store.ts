import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { count, integer, Table, text } from '#app/storage/table'
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

const OUTCOMES = new Table<FinalOutcome>('custody_outcomes', {
  opHash: text(),
  pool: text(),
  realmId: text(),
  state: text(),
  event: text(),
  reason: text(),
  amount: integer(),
  seq: count(),
  txHash: text(),
  logIndex: count(),
})

export const EXPECTED = new Table<ExpectedOutcome>('custody_expected_outcomes', {
  opHash: text(),
  operationId: text(),
  realmId: text(),
})

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
    await EXPECTED.insertNew(session, expected)
  }

  /** The operations behind ids of the chain; those nobody expects are left out. */
  async expected(session: SqlSession, opHashes: readonly Hex[]): Promise<ExpectedOutcome[]> {
    if (opHashes.length === 0) return []
    return EXPECTED.all(session, 'WHERE op_hash IN (?)', [opHashes])
  }

  /**
   * An operation with a number and an id of its own may be voided by both; the first event tells,
   * the second says the same once more.
   */
  async add(session: SqlSession, outcomes: readonly FinalOutcome[]): Promise<void> {
    const finalAt = toSqlDatetime(this.clock.nowMicros())
    await OUTCOMES.insertNew(session, outcomes, { chain_id: this.chain.chainId, final_at: finalAt })
  }

  /** By id of the chain. */
  async find(opHashes: readonly Hex[]): Promise<Map<Hex, FinalOutcome>> {
    if (opHashes.length === 0) return new Map()
    const where = 'WHERE chain_id = ? AND op_hash IN (?)'
    const found = await OUTCOMES.all(this.database, where, [this.chain.chainId, opHashes])
    return new Map(found.map((outcome) => [outcome.opHash, outcome]))
  }
}

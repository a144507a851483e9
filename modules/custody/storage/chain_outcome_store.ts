import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'
import { count, integer, json, Table, text } from '#app/storage/table'
import type { Address, Hex } from '../core/chain_types.ts'
import type { EventOutcome } from '../core/outcome_of_event.ts'
import { ChainNames } from '../core/chain_names.ts'
import type { ToldEvent } from '../core/pool_event.ts'

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

const OUTCOME_WITH_EVENT = `custody_outcomes o
    JOIN custody_events e ON e.chain_id = o.chain_id AND e.pool = o.pool AND e.seq = o.seq`

const TELLING_EVENTS = new Table<ToldEvent>(OUTCOME_WITH_EVENT, {
  name: text('e.name'),
  args: json('e.payload'),
})

const TELLING_BLOCKS = new Table<{ opHash: Hex; blockNumber: number }>(OUTCOME_WITH_EVENT, {
  opHash: text('o.op_hash'),
  blockNumber: count('e.block_number'),
})

const HASHES_AT_ONCE = 1_000

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
  async expected(reader: SqlReader, opHashes: readonly Hex[]): Promise<ExpectedOutcome[]> {
    if (opHashes.length === 0) return []
    return EXPECTED.all(reader, 'WHERE op_hash IN (?)', [opHashes])
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

  /** The blocks of the events that tell them, by id of the chain. */
  async blocks(opHashes: readonly Hex[]): Promise<Map<Hex, number>> {
    if (opHashes.length === 0) return new Map()
    const where = 'WHERE o.chain_id = ? AND o.op_hash IN (?)'
    const found = await TELLING_BLOCKS.all(this.database, where, [this.chain.chainId, opHashes])
    return new Map(found.map(({ opHash, blockNumber }) => [opHash, blockNumber]))
  }
}

/** The final events of a pool that say that these ids were executed. */
export async function executedEvents(
  reader: SqlReader,
  chain: ChainNames,
  pool: Address,
  ids: readonly string[]
): Promise<ToldEvent[]> {
  const events: ToldEvent[] = []
  for (const some of inParts(ids, HASHES_AT_ONCE)) {
    const told = await TELLING_EVENTS.all(
      reader,
      `WHERE o.chain_id = ? AND o.op_hash IN (?) AND o.pool = ? AND o.state = 'executed'`,
      [chain.chainId, some.map((id) => chain.idHash(id)), pool]
    )
    events.push(...told)
  }
  return events
}

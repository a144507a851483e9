import { singleton } from '#app/extension/singleton'
import type { OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { OutboxRelay } from '#app/queue/outbox_relay'
import type { SqlSession } from '#app/storage/database'
import { railEndedJob } from '#modules/ledger/index'
import { failpoint } from '../failpoints.ts'
import { outcomeOfEvent } from '../core/outcome_of_event.ts'
import { judgeNumbers, type NumberVerdict } from '../core/judge_numbers.ts'
import { ChainOutcomeStore, type FinalOutcome } from '../storage/chain_outcome_store.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { SettlementStore } from '../storage/settlement_store.ts'
import { ChainRail } from './chain_rail.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'
import { CustodyChain } from './custody_chain.ts'
import { RealmHalts } from './realm_halts.ts'

/** Operations one job of the ledger finishes. */
const WOKEN_AT_ONCE = 500

/**
 * Writes down what became of operations, in the transaction that makes it final, and stores the job
 * that tells the ledger. A number of the pool that stands for another operation than ours was issued
 * twice: the database is older than the chain, and the realm is halted.
 */
@singleton()
export class RecordOutcomes implements PoolEventConsumer {
  readonly name = 'outcomes'
  #stored: OutboxJob[] = []

  constructor(
    private chain: CustodyChain,
    private outcomes: ChainOutcomeStore,
    private settlements: SettlementStore,
    private halts: RealmHalts,
    private relay: OutboxRelay
  ) {}

  async onFinalStep(events: readonly RealmPoolEvent[], session: SqlSession): Promise<void> {
    const { outcomes } = this
    const found = events.flatMap((event) => finalOutcome(event) ?? [])
    await outcomes.add(session, found)
    const settled = await this.#settle(session, events)
    const expected = await outcomes.expected(
      session,
      found.map(({ opHash }) => opHash)
    )
    await this.#wake(session, [...settled, ...expected.map(({ operationId }) => operationId)])
    await failpoint('custody.outcomes_written')
  }

  /** The jobs are stored by now; this only spares them the poller's delay. */
  async onCommitted(): Promise<void> {
    const jobs = this.#stored
    this.#stored = []
    await this.relay.announce(jobs)
  }

  /** @returns the operations behind numbers that have their outcome now */
  async #settle(session: SqlSession, events: readonly RealmPoolEvent[]): Promise<string[]> {
    const { chain, settlements, halts } = this
    const numbered = events.filter(({ args }) => args.opSeq !== undefined)
    if (numbered.length === 0) return []
    const { realmId } = numbered[0]!
    const numbers = numbered.map(({ args }) => Number(args.opSeq))
    const known = await settlements.numbered(session, realmId, numbers)
    const verdict: NumberVerdict = judgeNumbers(numbered, known, (id) => chain.idHash(id))
    await settlements.resolve(session, realmId, verdict.executed, 'executed')
    await settlements.resolve(session, realmId, verdict.rejected, 'rejected')
    if (verdict.contradiction) {
      const reason = verdict.contradiction
      await halts.raise(realmId, { type: 'all_flows', source: 'service', by: 'settlement', reason })
    }
    return verdict.operationIds
  }

  async #wake(session: SqlSession, operationIds: readonly string[]): Promise<void> {
    const unique = [...new Set(operationIds)]
    const jobs: OutboxJob[] = []
    for (let first = 0; first < unique.length; first += WOKEN_AT_ONCE) {
      jobs.push(railEndedJob(unique.slice(first, first + WOKEN_AT_ONCE), ChainRail.NAME))
    }
    await Outbox.store(session, jobs)
    // A transaction that is repeated or rolled back announces jobs that do not exist; the relay
    // then looks once in vain.
    this.#stored.push(...jobs)
  }
}

function finalOutcome(event: RealmPoolEvent): FinalOutcome | null {
  const outcome = outcomeOfEvent(event)
  if (!outcome) return null
  const { pool, realmId, name, seq, transactionHash: txHash, logIndex } = event
  return { ...outcome, pool, realmId, event: name, seq, txHash, logIndex }
}

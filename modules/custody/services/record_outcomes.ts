import { singleton } from '#app/extension/singleton'
import type { OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { OutboxRelay } from '#app/queue/outbox_relay'
import type { SqlSession } from '#app/storage/database'
import { railEndedJob } from '#modules/ledger/index'
import { failpoint } from '../failpoints.ts'
import { outcomeOfEvent } from '../core/outcome_of_event.ts'
import { judgeNumbers } from '../core/judge_numbers.ts'
import { ChainOutcomeStore, type FinalOutcome } from '../storage/chain_outcome_store.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { ForeignSettlementStore } from '../storage/foreign_settlement_store.ts'
import { SettlementStore } from '../storage/settlement_store.ts'
import { ChainRail } from './chain_rail.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'
import { CustodyChain } from './custody_chain.ts'
import { OrderedEvents } from './ordered_events.ts'
import { RealmHalts } from './realm_halts.ts'
import { SettledByOthers } from './settled_by_others.ts'

/** Operations one job of the ledger finishes. */
const WOKEN_AT_ONCE = 500

/**
 * Writes down what became of operations, in the transaction that makes it final, and stores the job
 * that tells the ledger. A number of the pool that stands for another operation than ours was issued by a thief, or
 * twice, because the database is older than the chain: the realm is halted (`SettledByOthers`).
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
    private foreign: ForeignSettlementStore,
    private byOthers: SettledByOthers,
    private ordered: OrderedEvents,
    private relay: OutboxRelay
  ) {}

  async onFinalStep(events: readonly RealmPoolEvent[], session: SqlSession): Promise<void> {
    const { outcomes } = this
    const { settled, foreign } = await this.#settle(session, events)
    // What others settled says nothing about an operation, whatever id they gave it.
    const found = events.flatMap((event) => (foreign.has(event) ? [] : (finalOutcome(event) ?? [])))
    await outcomes.add(session, found)
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

  /** @returns the operations behind numbers that have their outcome now, and the events of others */
  async #settle(session: SqlSession, events: readonly RealmPoolEvent[]) {
    const { chain, settlements, halts } = this
    const numbered = events.filter(({ args }) => args.opSeq !== undefined)
    if (numbered.length === 0) return { settled: [], foreign: new Set<RealmPoolEvent>() }
    const { realmId, pool } = numbered[0]!
    const numbers = numbered.map(({ args }) => Number(args.opSeq))
    const known = await settlements.numbered(session, realmId, numbers)
    const taken = await this.foreign.among(session, pool, numbers)
    const verdict = judgeNumbers(numbered, known, (id) => chain.idHash(id), taken)
    await settlements.resolve(session, realmId, verdict.executed, 'executed')
    await settlements.resolve(session, realmId, verdict.rejected, 'rejected')
    // Numbers of vault results are kept no longer than until the next one: who signed tells whose they are.
    const results = numbered.filter(({ name }) => name === 'VaultSettled')
    const others = new Set([
      ...verdict.foreign.map((place) => numbered[place]!),
      ...(await this.ordered.foreign(results)),
    ])
    const foreign = numbered.filter((event) => others.has(event))
    const reason = (await this.byOthers.note(session, foreign)) ?? verdict.contradiction
    if (reason !== null) {
      await halts.raise(realmId, { type: 'all_flows', source: 'service', by: 'settlement', reason })
    }
    return { settled: verdict.operationIds, foreign: new Set(foreign) }
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

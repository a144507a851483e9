import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import { CUSTODY_LIMITS } from '../limits.ts'
import type { Hex } from '../core/chain_types.ts'
import { arrivalOf, isEnough } from '../core/arrival.ts'
import { ArrivalStore, type PoolArrival } from '../storage/arrival_store.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { AnnouncedDepositStore } from '../storage/announced_deposit_store.ts'
import { ChainOutcomeStore } from '../storage/chain_outcome_store.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'

/**
 * Notes what has arrived in pools, in the transaction that makes it final. Also what nobody
 * announced: it belongs to a boundary from now on, and the ledger has to say so.
 */
@singleton()
export class RecordArrivals implements PoolEventConsumer {
  readonly name = 'deposits'

  constructor(
    private arrivals: ArrivalStore,
    private announced: AnnouncedDepositStore,
    private outcomes: ChainOutcomeStore
  ) {}

  async onFinal(event: RealmPoolEvent, session: SqlSession): Promise<void> {
    const facts = arrivalOf(event)
    if (!facts) return
    const { pool, seq, realmId, transactionHash: txHash, logIndex } = event
    const { kind, amount } = facts
    const boundaryHash = facts.boundaryHash as Hex
    const refHash = facts.refHash as Hex
    if (kind === 'unattributed' && (await this.#isExpected(session, refHash))) return
    const place = { pool, boundaryHash, refHash, kind }
    const dust = await this.arrivals.dust(session, place)
    const enough = isEnough(amount, dust, BigInt(CUSTODY_LIMITS.depositLeastMicros))
    if (enough && dust > 0n) await this.arrivals.joinDust(session, place, seq)
    const arrival = { ...place, seq, realmId, amount, txHash, logIndex }
    await this.arrivals.add(session, arrival, enough ? seq : null)
    if (enough) await this.#answer(session, arrival)
  }

  /** An operation of the service waits for this credit itself. */
  async #isExpected(session: SqlSession, refHash: Hex): Promise<boolean> {
    return (await this.outcomes.expected(session, [refHash])).length > 0
  }

  /** The first credit of a live deposit completes it; every other one gets a deposit of its own. */
  async #answer(session: SqlSession, arrival: PoolArrival) {
    const deposit = await this.announced.paidBy(session, arrival)
    if (deposit?.live && deposit.answeredBy === null) {
      await this.announced.answer(session, deposit.operationId, arrival.seq)
    }
  }
}

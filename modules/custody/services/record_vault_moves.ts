import { singleton } from '#app/extension/singleton'
import type { OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { OutboxRelay } from '#app/queue/outbox_relay'
import type { SqlSession } from '#app/storage/database'
import { railEndedJob } from '#modules/ledger/index'
import { outcomeOfEvent } from '../core/outcome_of_event.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { VaultMoveStore } from '../storage/vault_move_store.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'

/** Wakes the rail that waits for a transfer into or out of a vault, in the transaction that ends it. */
@singleton()
export class RecordVaultMoves implements PoolEventConsumer {
  readonly name = 'vault-moves'
  #stored: OutboxJob[] = []

  constructor(
    private moves: VaultMoveStore,
    private relay: OutboxRelay
  ) {}

  async onFinalStep(events: readonly RealmPoolEvent[], session: SqlSession): Promise<void> {
    const hashes = events.flatMap((event) => outcomeOfEvent(event)?.opHash ?? [])
    const ended = await this.moves.waiting(session, hashes)
    const byRail = Map.groupBy(ended, ({ rail }) => rail)
    const jobs = [...byRail].map(([rail, ofRail]) =>
      railEndedJob(
        ofRail.map(({ operationId }) => operationId),
        rail
      )
    )
    if (jobs.length === 0) return
    await Outbox.store(session, jobs)
    // A transaction that is repeated or rolled back announces jobs that do not exist; the relay
    // then looks once in vain.
    this.#stored.push(...jobs)
  }

  /** The jobs are stored by now; this only spares them the poller's delay. */
  async onCommitted(): Promise<void> {
    const jobs = this.#stored
    this.#stored = []
    await this.relay.announce(jobs)
  }
}

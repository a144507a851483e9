import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import type { JobPayload, OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { OutboxRelay } from '#app/queue/outbox_relay'
import type { SqlSession } from '#app/storage/database'
import { ChainUnreachable } from '../chain/errors.ts'
import type { Hex } from '../core/chain_types.ts'
import {
  concernsBoundary,
  countsAtFirstSight,
  factsAfter,
  isAboutInheritance,
  movesStatus,
} from '../core/boundary_facts.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { BoundaryMirrorStore } from '../storage/boundary_mirror_store.ts'
import { RecoveryStore } from '../storage/recovery_store.ts'
import { ExchangeObjectStore } from '../storage/exchange_object_store.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'
import { CustodyChain } from './custody_chain.ts'

export const BOUNDARY_EVENT_QUEUE = 'custody-boundary-event'
export const RECOVERY_QUEUE = 'custody-recovery'

/**
 * Keeps what the database knows of boundaries level with the pools. What was only seen is noted
 * before it is stored, so that a freeze acts before anything else does.
 */
@singleton()
export class MirrorBoundaries implements PoolEventConsumer {
  readonly name = 'boundaries'
  #stored: OutboxJob[] = []

  constructor(
    private chain: CustodyChain,
    private mirror: BoundaryMirrorStore,
    private recoveries: RecoveryStore,
    private objects: ExchangeObjectStore,
    private clock: Clock,
    private relay: OutboxRelay
  ) {}

  async onSeen(event: RealmPoolEvent): Promise<void> {
    if (!countsAtFirstSight(event)) return
    await this.mirror.noteSighting(event, movesStatus(event) ? await this.#timeOf(event) : 0)
  }

  async onFinal(event: RealmPoolEvent, session: SqlSession): Promise<void> {
    if (event.name === 'ExchangeObjectRegistered') await this.objects.add(session, event)
    if (!concernsBoundary(event)) return
    const seenAt = await this.mirror.takeSighting(session, event)
    const at = seenAt || Math.floor(this.clock.nowMicros() / 1_000_000)
    const before = await this.mirror.factsOf(session, event.args.boundaryId as Hex)
    const after = factsAfter(before, event, at)
    if (after !== before) await this.mirror.save(session, event, after)
    if (movesStatus(event) || isAboutInheritance(event)) await this.#tell(session, event)
  }

  /** The jobs are stored by now; this only spares them the poller's delay. */
  async onCommitted(): Promise<void> {
    const jobs = this.#stored
    this.#stored = []
    await this.relay.announce(jobs)
  }

  /** What follows in the ledger, as jobs that are owed from this moment on. */
  async #tell(session: SqlSession, event: RealmPoolEvent): Promise<void> {
    const payload = { pool: event.pool, seq: event.seq }
    const told: JobPayload = {
      ...payload,
      realmId: event.realmId,
      eventId: newId('evt'),
    }
    const jobs: OutboxJob[] = [{ id: newId('job'), queue: BOUNDARY_EVENT_QUEUE, payload: told }]
    if (event.name === 'RecoveryWithdrawn') {
      await this.recoveries.add(session, event)
      jobs.push({ id: newId('job'), queue: RECOVERY_QUEUE, payload })
    }
    await Outbox.store(session, jobs)
    // A transaction that is repeated or rolled back announces jobs that do not exist; the relay
    // then looks once in vain.
    this.#stored.push(...jobs)
  }

  async #timeOf({ blockNumber, blockHash }: RealmPoolEvent): Promise<number> {
    const header = await this.chain.gateway.header(blockNumber)
    if (header?.hash !== blockHash) {
      throw new ChainUnreachable('the node does not show the block of an event it has just shown')
    }
    return header.timestamp
  }
}

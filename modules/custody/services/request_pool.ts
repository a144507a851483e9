import type { CommittedEvent, EventListener } from '#app/extension/event_listener'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import type { OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { defaultBoundaryId } from '#modules/ledger/index'
import { PoolStore } from '../storage/pool_store.ts'

export const CREATE_POOL_QUEUE = 'custody-pool'

/** Every new realm gets a pool: its row and the job that creates it, in one transaction. */
@singleton()
export class RequestPool implements EventListener {
  readonly name = 'custody-pools'
  readonly types = ['realm.created']

  constructor(
    private database: Database,
    private pools: PoolStore,
    private relay: OutboxRelay
  ) {}

  async handle({ realmId, payload }: CommittedEvent): Promise<void> {
    const { asset } = JSON.parse(payload) as { asset: string }
    await this.run(realmId, asset === 'paper')
  }

  /** Once for each realm, whoever comes first: its event, or a deposit that needs the pool's address. */
  async run(realmId: string, paper: boolean): Promise<void> {
    const job: OutboxJob = { id: newId('job'), queue: CREATE_POOL_QUEUE, payload: { realmId } }
    const isNew = await this.database.transaction(async (session) => {
      const pool = { realmId, boundaryId: defaultBoundaryId(realmId), paper }
      const inserted = await this.pools.request(session, pool)
      if (inserted) await Outbox.store(session, [job])
      return inserted
    })
    if (isNew) await this.relay.announce([job])
  }
}

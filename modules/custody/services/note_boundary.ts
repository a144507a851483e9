import type { CommittedEvent, EventListener } from '#app/extension/event_listener'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import type { OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { CustodyChain } from './custody_chain.ts'
import { BoundaryRegistry } from './boundary_registry.ts'

export const REGISTER_BOUNDARY_QUEUE = 'custody-boundary'

/** Every new zone gets its boundary on the chain: its row, and the job that registers it. */
@singleton()
export class NoteBoundary implements EventListener {
  readonly name = 'custody-boundaries'
  readonly types = ['boundary.declared']

  constructor(
    private chain: CustodyChain,
    private registry: BoundaryRegistry,
    private database: Database,
    private relay: OutboxRelay
  ) {}

  async handle({ realmId, payload }: CommittedEvent): Promise<void> {
    const { boundaryId, path } = JSON.parse(payload) as { boundaryId: string; path: string }
    if (!this.chain.configured) return
    await this.registry.note({ realmId, boundaryId, rootPath: path })
    const job: OutboxJob = {
      id: newId('job'),
      queue: REGISTER_BOUNDARY_QUEUE,
      payload: { realmId, boundaryId },
    }
    await this.database.transaction((session) => Outbox.store(session, [job]))
    await this.relay.announce([job])
  }
}

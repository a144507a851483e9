import type { CommittedEvent, EventListener } from '#app/extension/event_listener'
import { newId } from '#app/ids/ids'
import type { OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import type { OutboxRelay } from '#app/queue/outbox_relay'
import type { Database } from '#app/storage/database'
import type { CustodyServices } from './custody_services.ts'

export const REGISTER_BOUNDARY_QUEUE = 'custody-boundary'

/** Every new zone gets its boundary on the chain: its row, and the job that registers it. */
export class NoteBoundary implements EventListener {
  readonly name = 'custody-boundaries'
  readonly types = ['boundary.declared']

  constructor(
    private services: () => Promise<CustodyServices>,
    private database: Database,
    private relay: OutboxRelay
  ) {}

  async handle({ realmId, payload }: CommittedEvent): Promise<void> {
    const { onChain } = await this.services()
    const { boundaryId, path } = JSON.parse(payload) as { boundaryId: string; path: string }
    if (!onChain) return
    await onChain.boundaries.registry.note({ realmId, boundaryId, rootPath: path })
    const job: OutboxJob = {
      id: newId('job'),
      queue: REGISTER_BOUNDARY_QUEUE,
      payload: { realmId, boundaryId },
    }
    await this.database.transaction((session) => Outbox.store(session, [job]))
    await this.relay.announce([job])
  }
}

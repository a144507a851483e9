import type { CommittedEvent, EventListener } from '#app/extension/event_listener'
import type { LinkStore } from '../storage/link_store.ts'

const STATUS_OF_EVENT = new Map([
  ['deposit.completed', 'completed'],
  ['operation.expired', 'expired'],
  ['operation.failed', 'expired'],
] as const)

/** Keeps the stored status of a link equal to how its operation ended. */
export class FollowOperations implements EventListener {
  readonly name = 'payment_links'
  readonly types = [...STATUS_OF_EVENT.keys()]

  constructor(private links: LinkStore) {}

  async handle({ type, operationId, payload }: CommittedEvent): Promise<void> {
    const status = new Map<string, 'completed' | 'expired'>(STATUS_OF_EVENT).get(type)
    const paid = status && (announcedBy(payload) ?? operationId)
    if (paid) await this.links.end(paid, status)
  }
}

/** Money that came when the link's own operation was over has an operation of its own. */
function announcedBy(payload: string): string | null {
  return (JSON.parse(payload) as { announcedBy?: string }).announcedBy ?? null
}

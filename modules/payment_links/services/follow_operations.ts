import type { CommittedEvent, EventListener } from '#app/extension/event_listener'
import { singleton } from '#app/extension/singleton'
import { idOf } from '#app/ids/ids'
import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import { TellEvent } from '#modules/ledger/index'
import type { LinkStatus, PaymentLink } from '../core/payment_link.ts'
import { LinkStore } from '../storage/link_store.ts'
import { seenUntilOf } from './expire_links.ts'

type Ended = Exclude<LinkStatus, 'pending'>

const STATUS_OF_EVENT: Record<string, Ended> = {
  'deposit.completed': 'completed',
  'withdrawal.completed': 'completed',
  'operation.expired': 'expired',
  'operation.failed': 'expired',
}
const SEEN = 'deposit.detected'

interface Payload {
  amount?: string
  announcedBy?: string
}

/**
 * Makes a link follow its operation, and emits how the link ended. Each step may be repeated: the
 * event's id is derived from the operation, and late money is counted once per operation of its
 * own.
 */
@singleton()
export class FollowOperations implements EventListener {
  readonly name = 'payment_links'
  readonly types = [SEEN, ...Object.keys(STATUS_OF_EVENT)]

  constructor(
    private links: LinkStore,
    private events: TellEvent
  ) {}

  async handle({ type, operationId, payload }: CommittedEvent): Promise<void> {
    if (operationId === null) return
    const { amount, announcedBy } = JSON.parse(payload) as Payload
    // Money that came after the link's own operation had ended has an operation of its own.
    if (announcedBy) return this.#late(type, announcedBy, operationId, amount)
    const link = await this.links.ofOperation(operationId)
    if (!link) return
    if (type === SEEN) return this.links.hold(operationId, seenUntilOf(link.expiresAt))
    const status = STATUS_OF_EVENT[type]
    if (!status) return
    const received = status === 'completed' && amount ? parseUsd(amount) : null
    await this.links.end(operationId, status, received)
    await this.#tell(link, status, received)
  }

  async #late(type: string, announcedBy: string, operationId: string, amount?: string) {
    if (type !== 'deposit.completed' || amount === undefined) return
    const link = await this.links.ofOperation(announcedBy)
    if (link) await this.links.noteLate(link.id, operationId, parseUsd(amount))
  }

  #tell(link: PaymentLink, status: Ended, received: Atoms | null): Promise<void> {
    const type = `payment_link.${status}`
    return this.events.run({
      realmId: link.realmId,
      module: 'payment_links',
      event: {
        id: idOf(link.operationId, 'evt', type),
        type,
        objectId: null,
        objectPath: link.objectPath,
        payload: {
          paymentLinkId: link.id,
          operationId: link.operationId,
          type: link.type,
          status,
          amount: formatUsd(link.amount),
          receivedAmount: received === null ? null : formatUsd(received),
          denomination: link.denomination,
          objectPath: link.objectPath,
        },
      },
    })
  }
}

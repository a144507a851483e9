import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { startedAtOf, ExpireMovement } from '#modules/ledger/index'
import { PAYMENT_LINK_LIMITS } from '../limits.ts'
import { HELD_TO_THE_END, statusOfOperation, type PaymentLink } from '../core/payment_link.ts'
import { LinkStore } from '../storage/link_store.ts'

const BATCH = 100
const REASONS = {
  deposit: 'The payment link expired before a payment arrived.',
  withdrawal: 'The payment link expired before it was confirmed.',
}

/** Ends links whose time is over, with their operations. */
@singleton()
export class ExpireLinks {
  constructor(
    private links: LinkStore,
    private expireMovement: ExpireMovement,
    private clock: Clock
  ) {}

  /**
   * Runs may repeat and overlap: the operation ends once, and the link follows it.
   *
   * @returns how many links were looked at: ended, or found to have money on its way
   * @throws the first failure, after every link of the batch had its turn
   */
  async run(): Promise<number> {
    let ended = 0
    for (;;) {
      const due = await this.links.due(this.clock.nowMicros(), BATCH)
      const results = await Promise.allSettled(due.map((link) => this.#end(link)))
      ended += results.filter(({ status }) => status === 'fulfilled').length
      const failed = results.find((result) => result.status === 'rejected')
      // A link that could not be ended would be found again at once.
      if (failed) throw failed.reason
      if (due.length < BATCH) return ended
    }
  }

  async #end({ realmId, operationId, type, expiresAt }: PaymentLink): Promise<void> {
    const seenUntil = seenUntilOf(expiresAt)
    const operation = await this.expireMovement.run(realmId, operationId, REASONS[type], seenUntil)
    // A closed realm ends no operations any more.
    if (!operation) return this.links.end(operationId, 'expired')
    const ended = statusOfOperation(operation.state)
    // `completed` when the payment came before the deadline.
    if (ended) return this.links.end(operationId, ended)
    const started = startedAtOf(operation) !== null
    await this.links.hold(operationId, started ? HELD_TO_THE_END : seenUntil)
  }
}

/** Until when a link waits for money that was seen before it is final. */
export function seenUntilOf(expiresAt: number): number {
  return expiresAt + PAYMENT_LINK_LIMITS.paymentLinkSeenMs * 1000
}

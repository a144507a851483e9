import type { Clock } from '#app/clock/clock'
import type { PendingDeposits } from '#modules/ledger/index'
import { statusOfOperation, type PaymentLink } from '../core/payment_link.ts'
import type { LinkStore } from '../storage/link_store.ts'

const BATCH = 100
const REASON = 'The payment link expired before a payment arrived.'

/** Ends the links whose time is over, with their operations. */
export class ExpireLinks {
  constructor(
    private links: LinkStore,
    private deposits: PendingDeposits,
    private clock: Clock
  ) {}

  /**
   * Safe to run twice and at the same time: the operation ends once, and the link follows it.
   *
   * @returns how many links were ended
   * @throws the first failure, after every link of the batch had its turn
   */
  async run(): Promise<number> {
    let ended = 0
    for (;;) {
      const due = await this.links.due(this.clock.nowMicros(), BATCH)
      const results = await Promise.allSettled(due.map((link) => this.#end(link)))
      ended += results.filter(({ status }) => status === 'fulfilled').length
      const failed = results.find((result) => result.status === 'rejected')
      // A link that cannot be ended would be found again at once.
      if (failed) throw failed.reason
      if (due.length < BATCH) return ended
    }
  }

  async #end({ realmId, operationId }: PaymentLink): Promise<void> {
    const operation = await this.deposits.expire(realmId, operationId, REASON)
    // `completed` when the payment won the race; a closed realm has no operations any more.
    const ended = operation ? statusOfOperation(operation.state) : null
    await this.links.end(operationId, ended ?? 'expired')
  }
}

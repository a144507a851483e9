import { singleton } from '#app/extension/singleton'
import type { PoolEvent } from '../core/pool_event.ts'
import { SentTransactions } from '../storage/sent_transactions.ts'

/**
 * Tells what this service has ordered from what somebody else caused. Signed bytes are stored before they are sent, so
 * a transaction of the service is always known here first.
 */
@singleton()
export class OrderedEvents {
  constructor(private sent: SentTransactions) {}

  /** Of these events those that nobody here has ordered, in the given order. */
  async foreign<Event extends PoolEvent>(events: readonly Event[]): Promise<Event[]> {
    const signed = await this.sent.signedHere(events.map(({ transactionHash }) => transactionHash))
    return events.filter(({ transactionHash }) => !signed.has(transactionHash))
  }
}

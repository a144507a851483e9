import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import type { Hex } from '../core/chain_types.ts'
import type { PoolEvent } from '../core/pool_event.ts'
import { ChainOutcomeStore } from '../storage/chain_outcome_store.ts'
import { SentTransactions } from '../storage/sent_transactions.ts'

/** Events by which value leaves a pool, or will: each is asked for by an operation. */
const LEAVES = new Set(['Withdrawn', 'ExitRequested'])

/**
 * Tells what this service has ordered from what somebody else caused. Signed bytes are stored before they are sent, so
 * a transaction of the service is always known here first; and so is the operation that value leaves for, whoever got
 * a signature for another one.
 */
@singleton()
export class OrderedEvents {
  constructor(
    private database: Database,
    private sent: SentTransactions,
    private outcomes: ChainOutcomeStore
  ) {}

  /** Of these events those that nobody here has ordered, in the given order. */
  async foreign<Event extends PoolEvent>(events: readonly Event[]): Promise<Event[]> {
    const signed = await this.sent.signedHere(events.map(({ transactionHash }) => transactionHash))
    const leaving = events
      .filter(({ name }) => LEAVES.has(name))
      .map(({ args }) => args.opId as Hex)
    const expected = await this.outcomes.expected(this.database, leaving)
    const known = new Set(expected.map(({ opHash }) => opHash))
    return events.filter(({ transactionHash, name, args }) => {
      return !signed.has(transactionHash) || (LEAVES.has(name) && !known.has(args.opId as Hex))
    })
  }
}

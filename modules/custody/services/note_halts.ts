import { singleton } from '#app/extension/singleton'
import type { Hex } from '../core/chain_types.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { SentTransactions } from '../storage/sent_transactions.ts'
import { HALT_PURPOSES } from './follow_halts.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'
import { RealmHalts } from './realm_halts.ts'

/**
 * A pool may be halted by others than the service: a guardian, the admin with a wallet. The realm
 * then stands still here too, at first sight, until a platform admin lets it go on: a pool that somebody
 * resumes does not bring its realm back. While the realm is halted such a pool is halted once more,
 * because a thief with the key of the admin resumes as well.
 */
@singleton()
export class NoteHalts implements PoolEventConsumer {
  readonly name = 'halts'

  constructor(
    private halts: RealmHalts,
    private sent: SentTransactions
  ) {}

  async onSeenPage(page: readonly RealmPoolEvent[]): Promise<void> {
    const told = page.filter(({ name }) => name === 'Halted' || name === 'Resumed')
    if (told.length === 0) return
    const ordered = await this.#ordered(told.map(({ transactionHash }) => transactionHash))
    for (const event of told) {
      if (ordered.has(event.transactionHash)) {
        // An older halt has ended, and a newer one began before the pool was told.
        if (event.name === 'Resumed') await this.halts.followAgain(event.realmId)
      } else if (event.name === 'Halted') await this.#halted(event)
      else await this.#resumed(event)
    }
  }

  async #halted({ realmId, args }: RealmPoolEvent): Promise<void> {
    const reason = 'The pool was halted on the chain.'
    const by = String(args.by)
    await this.halts.raise(realmId, { type: 'all_flows', source: 'chain', reason, by })
  }

  async #resumed({ realmId, args, blockNumber, transactionHash }: RealmPoolEvent): Promise<void> {
    this.halts.forget()
    const halt = await this.halts.of(realmId)
    // Whoever resumes the pool of a realm that was let go on does what was ordered: a Safe, for one.
    if (halt?.type !== 'all_flows') return
    const reason = `The pool was resumed by ${String(args.by)} in block ${blockNumber} with transaction ${transactionHash}, and nobody let the realm go on.`
    await this.halts.raiseAnew(realmId, {
      type: 'all_flows',
      source: 'service',
      by: 'theft',
      reason,
    })
  }

  /** Transactions by which the service itself makes pools follow the halts of their realms. */
  async #ordered(hashes: readonly Hex[]): Promise<Set<Hex>> {
    const sent = await this.sent.withHashes(hashes)
    const following = sent.filter(({ purpose }) => HALT_PURPOSES.test(purpose))
    return new Set(following.map(({ txHash }) => txHash))
  }
}

import { singleton } from '#app/extension/singleton'
import { OperationReader } from '#modules/ledger/index'
import { LiveAccountStore } from '../storage/live_account_store.ts'
import { LiveActionStore, type StoredAction } from '../storage/live_action_store.ts'
import { MoveCash } from './move_cash.ts'

/**
 * Ends what a deletion had sent home. Where the object is gone, that is all; where the deletion was
 * given up, its owner trades on, and the cash must be at the venue again.
 */
@singleton()
export class ReturnCash {
  constructor(
    private operations: OperationReader,
    private accounts: LiveAccountStore,
    private actions: LiveActionStore,
    private cash: MoveCash
  ) {}

  /** @throws Error while the fate of a transfer is not known: it is due again */
  async run(action: StoredAction, deletionId: string): Promise<void> {
    const deletion = await this.operations.byId(deletionId)
    if (deletion?.state === 'pending') return
    // Read after it: an account is closed in the transaction that completes its deletion.
    const account = await this.accounts.find(action.objectId)
    if (account && account.state !== 'closed') {
      // Never sent, and nobody may send it any more.
      if (action.state === 'stored') return this.actions.discard(action.id, [])
      await this.cash.takeBack(action, account)
    }
    await this.actions.end(action.id)
  }
}

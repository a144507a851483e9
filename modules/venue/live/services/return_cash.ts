import { singleton } from '#app/extension/singleton'
import { OperationReader } from '#modules/ledger/index'
import { LiveAccountStore } from '../storage/live_account_store.ts'
import { LiveActionStore, type StoredAction } from '../storage/live_action_store.ts'
import { MoveCash } from './move_cash.ts'

/**
 * Ends the transfers that a deletion sent home. When the object is deleted nothing is left to do;
 * when the deletion was abandoned, the owner trades on and the cash must return to the venue.
 */
@singleton()
export class ReturnCash {
  constructor(
    private operations: OperationReader,
    private accounts: LiveAccountStore,
    private actions: LiveActionStore,
    private cash: MoveCash
  ) {}

  /** @throws Error while the fate of a transfer is not known: the action is due again */
  async run(action: StoredAction, deletionId: string): Promise<void> {
    const deletion = await this.operations.byId(deletionId)
    if (deletion?.state === 'pending') return
    // The account is read after the deletion, because the transaction that completes a deletion
    // closes its account.
    const account = await this.accounts.find(action.objectId)
    if (account && account.state !== 'closed') {
      // The transfer was never sent, and must not be sent any more.
      if (action.state === 'stored') return this.actions.discard(action.id, [])
      await this.cash.takeBack(action, account)
    }
    await this.actions.end(action.id)
  }
}

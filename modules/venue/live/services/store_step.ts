import { singleton } from '#app/extension/singleton'
import { PostComposed } from '#modules/ledger/index'
import { LiveActionStore, type NewAction, type StoredAction } from '../storage/live_action_store.ts'

/**
 * Stores a step of an operation before it is sent, in the transaction that finds the operation still
 * pending. A run that is taken for dead comes late: for an operation that has ended it would move
 * cash nobody waits for, or sell what somebody trades with again.
 */
@singleton()
export class StoreStep {
  constructor(
    private poster: PostComposed,
    private actions: LiveActionStore
  ) {}

  /** @returns what is stored under its path; null when the operation has ended and nothing was */
  async run(operationId: string, action: NewAction): Promise<StoredAction | null> {
    const { realmId, pathHash } = action
    const step = await this.poster.step(
      { realmId, operationId },
      {
        // Not in `write`, which comes for what is refused too.
        module: 'venue',
        compose: async (session) => {
          await this.actions.createIn(session, action)
          return { kind: 'composed', entries: [] }
        },
        write: () => Promise.resolve(),
        committed: () => {},
      }
    )
    return step === 'ended' ? null : this.actions.byPath(realmId, pathHash)
  }
}

import { singleton } from '#app/extension/singleton'
import { PostComposed } from '#modules/ledger/index'
import { LiveActionStore, type NewAction, type StoredAction } from '../storage/live_action_store.ts'

/**
 * Stores a step of an operation before it is sent, in the transaction that finds the operation
 * still pending. A run that was taken for dead may come late: for an operation that has ended it
 * would move cash that nobody waits for, or sell positions whose owner trades again.
 */
@singleton()
export class StoreStep {
  constructor(
    private poster: PostComposed,
    private actions: LiveActionStore
  ) {}

  /**
   * @returns the action that is stored under its path; null when the operation has ended and
   *   nothing was stored
   */
  async run(operationId: string, action: NewAction): Promise<StoredAction | null> {
    const { realmId, pathHash } = action
    const step = await this.poster.step(
      { realmId, operationId },
      {
        // The step is stored here and not in `write`, which is also called for a refused request.
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

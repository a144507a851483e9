import { failpoint } from '#app/failpoints/failpoint'
import type { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import type { FinishMovement } from '#modules/ledger/services/finish_movement'
import type { PendingMovement } from '#modules/ledger/services/pending_movement'

/** Follows a movement that its rail has started, until the rail has its last word. */
export class ConfirmOperation {
  constructor(
    private pending: PendingMovement,
    private extensions: ExtensionRegistry,
    private finish: FinishMovement
  ) {}

  /**
   * @param railName the rail that started it: no other one knows how far it is
   * @returns whether the rail still waits, so that the job stays owed
   */
  async run(operationId: string, railName: string): Promise<'ended' | 'waiting'> {
    const found = await this.pending.find(operationId)
    if (!found) return 'ended'
    const progress = await this.extensions.railNamed(railName).poll(found.movement)
    await failpoint('confirmation.asked')
    if (progress.state === 'waiting') return 'waiting'
    await this.finish.run(found.operation, progress)
    return 'ended'
  }
}

import { failpoint } from '#app/failpoints/failpoint'
import { askRail } from '#modules/ledger/services/ask_rail'
import type { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import type { FinishMovement } from '#modules/ledger/services/finish_movement'
import type { PendingMovement } from '#modules/ledger/services/pending_movement'

/** Follows movements that their rail has started, until the rail has its last word. */
export class ConfirmOperation {
  constructor(
    private pending: PendingMovement,
    private extensions: ExtensionRegistry,
    private finish: FinishMovement
  ) {}

  run(operationId: string, railName: string): Promise<'ended' | 'waiting'> {
    return this.runEach([operationId], railName)
  }

  /**
   * @param railName the rail that started them: no other one knows how far they are
   * @returns whether the rail still waits for one, so that the job stays owed
   * @throws the first failure, after everything that did not fail is done
   */
  async runEach(operationIds: readonly string[], railName: string): Promise<'ended' | 'waiting'> {
    const found = await this.pending.find(operationIds)
    if (found.length === 0) return 'ended'
    const { extensions } = this
    const rail = extensions.railNamed(railName)
    const answer = await askRail(rail, 'poll', { found, extensions })
    await failpoint('confirmation.asked')
    const failures = [...answer.failures, ...(await this.finish.runEach(answer.ended))]
    if (failures.length > 0) throw failures[0]
    return answer.waiting.length > 0 ? 'waiting' : 'ended'
  }
}

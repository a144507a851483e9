import { singleton } from '#app/extension/singleton'
import { failpoint } from '../failpoints.ts'
import { askRail } from './ask_rail.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { FinishMovement } from './finish_movement.ts'
import { PendingMovement } from './pending_movement.ts'

/** Polls movements that their rail has started, until the rail has ended them. */
@singleton()
export class PollRail {
  constructor(
    private pending: PendingMovement,
    private extensions: ExtensionRegistry,
    private finish: FinishMovement
  ) {}

  run(operationId: string, railName: string): Promise<'ended' | 'waiting'> {
    return this.runEach([operationId], railName)
  }

  /**
   * @param railName the rail that started the movements: no other rail knows how far they are
   * @returns `waiting` while the rail waits for any of them, so that the job stays owed
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

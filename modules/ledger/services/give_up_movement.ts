import { singleton } from '#app/extension/singleton'
import { ExtensionRegistry } from './extension_registry.ts'
import { PendingMovement } from './pending_movement.ts'

/**
 * Asks the rail of a pending operation to give it up. Nothing is released here: a transaction that
 * the rail has sent may still be executed, so only the rail's answer ends the operation.
 */
@singleton()
export class GiveUpMovement {
  constructor(
    private pending: PendingMovement,
    private extensions: ExtensionRegistry
  ) {}

  /**
   * @returns `ended` when the operation is unknown or not pending; `impossible` when its rail gives
   *   nothing up
   */
  async run(operationId: string): Promise<'asked' | 'impossible' | 'ended'> {
    const [found] = await this.pending.find([operationId])
    if (!found) return 'ended'
    // An operation without an amount moves no value, so no rail carries it.
    if (found.operation.amount === null) return 'impossible'
    const rail = this.extensions.railFor(found.movement)
    return (await rail.giveUp?.(found.movement)) ?? 'impossible'
  }
}

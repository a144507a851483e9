import { singleton } from '#app/extension/singleton'
import { ExtensionRegistry } from './extension_registry.ts'
import { PendingMovement } from './pending_movement.ts'

/**
 * Asks the rail of a pending operation to take it back. Nothing is released here: what the rail may
 * have sent can be done all the same, so only its last word ends the operation, whichever it is.
 */
@singleton()
export class GiveUpMovement {
  constructor(
    private pending: PendingMovement,
    private extensions: ExtensionRegistry
  ) {}

  /**
   * @returns `ended` when the operation is not pending, or unknown; `impossible` when its rail takes
   *   nothing back
   */
  async run(operationId: string): Promise<'asked' | 'impossible' | 'ended'> {
    const [found] = await this.pending.find([operationId])
    if (!found) return 'ended'
    // Not everything that is pending moves value.
    if (found.operation.amount === null) return 'impossible'
    const rail = this.extensions.railFor(found.movement)
    return (await rail.giveUp?.(found.movement)) ?? 'impossible'
  }
}

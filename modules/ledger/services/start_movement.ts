import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { Movement } from '../extension/ledger_terms.ts'
import { startedAtOf } from '../core/decide_start_movement.ts'
import type { Operation } from '../core/terms.ts'
import { settlementJob } from '../core/job_rows.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { PendingMovement } from './pending_movement.ts'
import { operationOf } from './poster/outcomes.ts'
import { Poster } from './poster/poster.ts'

export interface StartMovementCommand {
  realmId: string
  operationId: string
  /** From this moment on the movement cannot be started any more. */
  deadline: Micros
  /**
   * Where a withdrawal goes; null for a deposit, and for a withdrawal that was opened with an
   * address.
   */
  destinationAddress: string | null
}

export interface StartedMovement {
  operation: Operation
  /**
   * Whether this call has started the movement; false when it was started, or had ended, before.
   */
  started: boolean
}

/** Hands a pending deposit or withdrawal that has waited for its payer or payee to its rail. */
@singleton()
export class StartMovement {
  constructor(
    private pending: PendingMovement,
    private extensions: ExtensionRegistry,
    private poster: Poster
  ) {}

  /**
   * Asks the guards again, because a movement that was allowed when it was opened may be halted or
   * frozen by now.
   *
   * @throws ServiceError CONFLICT after the deadline, NOT_FOUND for an unknown operation or a
   *   closed realm, SETTLEMENT_UNAVAILABLE, or the refusal of a guard
   */
  async run(command: StartMovementCommand): Promise<StartedMovement> {
    const { realmId, operationId, deadline, destinationAddress } = command
    const [found] = await this.pending.find([operationId])
    if (found && startedAtOf(found.operation) === null) {
      const movement: Movement = {
        ...found.movement,
        destinationAddress: destinationAddress ?? found.movement.destinationAddress,
        promised: true,
      }
      await this.extensions.askGuards(movement)
      this.extensions.railFor(movement)
    }
    const outcome = await this.poster.post({
      kind: 'start_movement',
      realmId,
      operationId,
      deadline,
      destinationAddress,
      jobs: [settlementJob(operationId)],
    })
    return { operation: operationOf(outcome).operation, started: outcome.kind === 'posted' }
  }
}

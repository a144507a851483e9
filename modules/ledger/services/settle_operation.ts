import { failpoint } from '#app/failpoints/failpoint'
import { Outbox } from '#app/queue/outbox'
import type { OutboxRelay } from '#app/queue/outbox_relay'
import type { Database } from '#app/storage/database'
import { classifyDatabaseError } from '#app/storage/database_errors'
import { confirmationJob } from '#modules/ledger/jobs/job_rows'
import type { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import type { FinishMovement } from '#modules/ledger/services/finish_movement'
import type { PendingMovement } from '#modules/ledger/services/pending_movement'

/**
 * Starts a pending movement on its rail. Runs at least once: the rail takes care that a second start
 * sends nothing twice. A movement that has to wait goes on with `confirmation`.
 */
export class SettleOperation {
  constructor(
    private pending: PendingMovement,
    private extensions: ExtensionRegistry,
    private finish: FinishMovement,
    private database: Database,
    private relay: OutboxRelay
  ) {}

  async run(operationId: string): Promise<void> {
    const found = await this.pending.find(operationId)
    if (!found) return
    const rail = this.extensions.railFor(found.movement)
    const progress = await rail.start(found.movement)
    await failpoint('settlement.asked')
    if (progress.state === 'waiting') await this.#follow(operationId, rail.name)
    else await this.finish.run(found.operation, progress)
  }

  /** Stored before this job is finished, under an id of its own operation: a second run adds no second one. */
  async #follow(operationId: string, railName: string): Promise<void> {
    const job = confirmationJob(operationId, railName)
    try {
      await this.database.transaction((session) => Outbox.store(session, [job]))
    } catch (error) {
      if (classifyDatabaseError(error, false) !== 'duplicate') throw error
    }
    void this.relay.announce([job])
  }
}

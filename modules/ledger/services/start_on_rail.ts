import { singleton } from '#app/extension/singleton'
import { Outbox } from '#app/queue/outbox'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { unlessTaken } from '#app/storage/database_errors'
import type { SettlementRail } from '../extension/settlement_rail.ts'
import { failpoint } from '../failpoints.ts'
import { confirmationJob } from '../core/job_rows.ts'
import { askRail, type RailAnswer } from './ask_rail.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { FinishMovement } from './finish_movement.ts'
import { type Pending, PendingMovement } from './pending_movement.ts'

/**
 * Starts pending movements on their rails, at least once: the rail makes sure that a second start
 * sends nothing twice. The queue `confirmation` follows the movements that have to wait.
 */
@singleton()
export class StartOnRail {
  constructor(
    private pending: PendingMovement,
    private extensions: ExtensionRegistry,
    private finish: FinishMovement,
    private database: Database,
    private relay: OutboxRelay
  ) {}

  run(operationId: string): Promise<void> {
    return this.runEach([operationId])
  }

  /** @throws the first failure, after everything that did not fail is done */
  async runEach(operationIds: readonly string[]): Promise<void> {
    const failures: unknown[] = []
    const byRail = this.#byRail(await this.pending.find(operationIds), failures)
    for (const [rail, found] of byRail) {
      const answer = await askRail(rail, 'start', { found, extensions: this.extensions })
      await failpoint('settlement.asked')
      failures.push(...(await this.#take(rail, answer)))
    }
    if (failures.length > 0) throw failures[0]
  }

  #byRail(found: readonly Pending[], failures: unknown[]): Map<SettlementRail, Pending[]> {
    const byRail = new Map<SettlementRail, Pending[]>()
    for (const each of found) {
      try {
        const rail = this.extensions.railFor(each.movement)
        const carried = byRail.get(rail)
        if (carried) carried.push(each)
        else byRail.set(rail, [each])
      } catch (refusal) {
        failures.push(refusal)
      }
    }
    return byRail
  }

  /** @returns the failures */
  async #take(rail: SettlementRail, { waiting, ended, failures }: RailAnswer): Promise<unknown[]> {
    if (waiting.length > 0) await this.#follow(waiting, rail.name)
    return [...failures, ...(await this.finish.runEach(ended))]
  }

  /**
   * The confirmation job is stored before this job is finished. Its id is derived from its
   * operations, so that a second run adds no second job.
   */
  async #follow(waiting: readonly Pending[], railName: string): Promise<void> {
    const ids = waiting.map(({ operation }) => operation.id)
    const job = confirmationJob(ids, railName)
    await unlessTaken(this.database.transaction((session) => Outbox.store(session, [job])))
    void this.relay.announce([job])
  }
}

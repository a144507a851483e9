import type { Clock } from '#app/clock/clock'
import { LIMITS } from '#app/limits'
import { purgeInBatches } from './purge_in_batches.ts'
import type { StepUpStore } from '../storage/step_up_store.ts'

/** Forgets confirmations that ended a week ago; who approved what stays in the audit log. */
export class PurgeStepUps {
  constructor(
    private requests: StepUpStore,
    private clock: Clock
  ) {}

  /** @returns how many were forgotten */
  async run(): Promise<number> {
    const before = this.clock.nowMicros() - LIMITS.stepUpRetentionSeconds * 1_000_000
    return purgeInBatches((limit) => this.requests.deleteExpired(before, limit))
  }
}

import type { Clock } from '#app/clock/clock'
import { LIMITS } from '#app/limits'
import { purgeInBatches } from '#modules/auth/services/purge_in_batches'
import type { StepUpStore } from '#modules/auth/storage/step_up_store'

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

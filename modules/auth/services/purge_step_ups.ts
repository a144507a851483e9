import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { LIMITS } from '#app/limits'
import { purgeInBatches } from './purge_in_batches.ts'
import { StepUpStore } from '../storage/step_up_store.ts'

/** Forgets confirmations that ended a week ago; who approved what stays in the audit log. */
@singleton()
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

import type { Clock } from '#app/clock/clock'
import type { StepUpPermit } from '#app/extension/step_up'
import type { SqlSession } from '#app/storage/database'
import type { StepUpRequest } from '../core/step_up.ts'
import type { StepUpStore } from '../storage/step_up_store.ts'

/** The permit of a confirmation's token: for one request, once. */
export class StepUpGrant implements StepUpPermit {
  constructor(
    private request: StepUpRequest,
    private requests: StepUpStore,
    private clock: Clock
  ) {}

  get realmId(): string | null {
    return this.request.need.realmId
  }

  get action(): string {
    return this.request.need.action
  }

  get resources(): string[] {
    return this.request.need.resources
  }

  permits(requestHash: string | null): boolean {
    return this.request.requestHash === requestHash
  }

  claim(session: SqlSession): Promise<boolean> {
    return this.requests.markUsed(session, this.request.id, this.clock.nowMicros())
  }
}

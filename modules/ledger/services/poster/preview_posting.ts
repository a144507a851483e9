import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { decide } from '../../core/decide.ts'
import type { PostRequest } from '../../core/requests.ts'
import { loadStates } from '../../storage/journal_loader.ts'
import { outcomeOf } from './outcomes.ts'
import type { Outcome } from './poster.ts'

const NO_TIMING = { queueMs: 0, groupMs: 0, commitMs: 0 }

/**
 * Decides a request as the poster would at this moment, in a snapshot: without a lock, and without
 * storing anything.
 */
@singleton()
export class PreviewPosting {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  /** @throws ServiceError the poster's refusal */
  async run(request: PostRequest): Promise<Outcome> {
    const states = await this.database.snapshot((session) => loadStates(session, [request], 'look'))
    const now = this.clock.nowMicros()
    const decision = decide(states.get(request.realmId)!, request, now)
    return outcomeOf({ request, decision, committedAt: now }, NO_TIMING)
  }
}

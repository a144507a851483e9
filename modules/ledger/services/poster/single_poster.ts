import type { Clock } from '#app/clock/clock'
import type { SingleUse } from '#app/extension/step_up'
import type { OutboxRelay } from '#app/queue/outbox_relay'
import type { Database } from '#app/storage/database'
import type { Companion } from '../../extension/companion.ts'
import type { PostRequest } from '../../core/requests.ts'
import { outcomeOf } from './outcomes.ts'
import { postGroup } from './post_group.ts'
import { Poster, type Outcome } from './poster.ts'

/** One transaction per request: a simple poster with which tests compare the group poster. */
export class SinglePoster extends Poster {
  constructor(
    private database: Database,
    private clock: Clock,
    private relay: OutboxRelay
  ) {
    super()
  }

  override async post(
    request: PostRequest,
    permit?: SingleUse,
    companion?: Companion
  ): Promise<Outcome> {
    const startedAt = performance.now()
    const { decided, jobs, commitMs } = await postGroup(this.database, this.clock, [
      { request, permit, companion },
    ])
    void this.relay.announce(jobs)
    const groupMs = performance.now() - startedAt - commitMs
    return outcomeOf(decided[0]!, { queueMs: 0, groupMs, commitMs })
  }
}

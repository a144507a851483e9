import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import type { Operation } from '../core/terms.ts'
import { eventDispatchJob } from '../core/job_rows.ts'
import { operationOf } from './poster/outcomes.ts'
import { Poster } from './poster/poster.ts'
import { RealmDirectory } from './realm_directory.ts'

/** Ends a pending deposit or withdrawal at its deadline; the amount it held is available again. */
@singleton()
export class ExpireMovement {
  constructor(
    private realms: RealmDirectory,
    private poster: Poster
  ) {}

  /**
   * Does nothing when the movement has ended or was started (`StartMovement`), or when money for it
   * was seen and `seenUntil` is not over.
   *
   * @returns the operation, still pending while value is on its way; null when its realm was
   *   closed: the operation then stays as it is for ever
   */
  async run(
    realmId: string,
    operationId: string,
    reason: string,
    seenUntil: Micros = 0
  ): Promise<Operation | null> {
    if (!(await this.realms.find(realmId))) return null
    const outcome = await this.poster.post({
      kind: 'abandon',
      realmId,
      operationId,
      as: 'expired',
      failureMessage: reason,
      unlessUnderWay: { seenUntil },
      ids: { event: newId('evt') },
      jobs: [eventDispatchJob(realmId)],
    })
    return operationOf(outcome).operation
  }
}

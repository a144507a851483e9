import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { QueueHost } from '#app/queue/queue_host'
import { eventDispatchJob, QUEUES } from '../core/job_rows.ts'
import { LEDGER_LIMITS } from '../limits.ts'
import { HoldReader, type DueHold } from '../storage/hold_reader.ts'
import { Poster } from './poster/poster.ts'

/** Ends the holds whose time is over, and has itself run again at the end of the next one. */
@singleton()
export class ExpireHolds {
  #next: NodeJS.Timeout | undefined

  constructor(
    private reader: HoldReader,
    private poster: Poster,
    private queues: QueueHost,
    private clock: Clock
  ) {}

  /**
   * Runs may repeat and overlap: the poster ends a hold once, and none whose time was extended.
   *
   * @returns how many were due
   * @throws the first failure, after everything due had its turn
   */
  async run(): Promise<number> {
    const now = this.clock.nowMicros()
    const failures: unknown[] = []
    let after = ''
    let ended = 0
    for (;;) {
      const due = await this.reader.due(now, after, LEDGER_LIMITS.reaperBatch)
      const byRealm = Map.groupBy(due, ({ realmId }) => realmId)
      const outcomes = await Promise.all(
        [...byRealm.values()].map((ofRealm) => this.poster.postEach(ofRealm.map(end)))
      )
      const rejected = outcomes.flat().filter(({ status }) => status === 'rejected')
      failures.push(...rejected.map((each) => (each as PromiseRejectedResult).reason as unknown))
      ended += due.length
      if (due.length < LEDGER_LIMITS.reaperBatch) break
      after = due.at(-1)!.operationId
    }
    if (failures.length > 0) throw failures[0]
    await this.#comeBack()
    return ended
  }

  /** The process works the queue no more. */
  stop() {
    clearTimeout(this.#next)
  }

  /** What ends later than the job runs anyway is looked up then. */
  async #comeBack() {
    this.stop()
    const nextAt = await this.reader.nextEnd(this.clock.nowMicros())
    if (nextAt === null) return
    const delayMs = Math.ceil((nextAt - this.clock.nowMicros()) / 1000)
    if (delayMs >= LEDGER_LIMITS.holdExpiryMs) return
    const wake = () => this.queues.wake(QUEUES.holdExpiry)
    this.#next = setTimeout(wake, Math.max(0, delayMs)).unref()
  }
}

function end({ realmId, operationId }: DueHold) {
  return {
    kind: 'end_hold' as const,
    realmId,
    operationId,
    as: 'expired' as const,
    path: null,
    authority: 'system:hold-expiry',
    ids: { event: newId('evt') },
    jobs: [eventDispatchJob(realmId)],
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import { Logger } from '@adonisjs/core/logger'
import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { QueueHost } from '#app/queue/queue_host'
import { RepeatedTrouble } from '#app/queue/repeated_trouble'
import { Database } from '#app/storage/database'
import { isDatabaseLost } from '#app/storage/database_errors'
import { LIMITS } from '#app/limits'

const NOW = /:now\b/g

/**
 * Asks the database which periodic jobs have something to do, all of those that this process works
 * in one statement, and wakes them. So they rest while there is nothing, and no job has to be made,
 * carried through Redis and run to find that out.
 */
@singleton()
export class DueLook {
  #ended = new AbortController()
  #looking: Promise<void> | null = null
  #trouble: RepeatedTrouble

  constructor(
    private database: Database,
    private queues: QueueHost,
    private clock: Clock,
    log: Logger
  ) {
    this.#trouble = new RepeatedTrouble(log, 'which jobs are due cannot be told')
  }

  /** @param names the queues that this process works */
  start(names: readonly string[]): void {
    this.#looking ??= this.#keepLooking(names)
  }

  async stop(): Promise<void> {
    this.#ended.abort()
    await this.#looking
  }

  /**
   * Wakes those of these jobs that have something to do. Where a statement fails, each of them finds
   * out itself: one that is wrong about it must not keep the others asleep. While the database is
   * away none could do anything.
   *
   * @returns the names of the jobs that were woken
   */
  async look(names: readonly string[]): Promise<string[]> {
    const asking = names.filter((name) => this.queues.definition(name)?.due !== undefined)
    const due = await this.#due(asking).then(
      (found) => {
        this.#trouble.over()
        return found
      },
      (error: Error) => {
        const woken = isDatabaseLost(error) ? [] : asking
        this.#trouble.note(error, { woken })
        return woken
      }
    )
    for (const name of due) this.queues.wake(name)
    return due
  }

  async #due(names: readonly string[]): Promise<string[]> {
    if (names.length === 0) return []
    const now = toSqlDatetime(this.clock.nowMicros())
    const values: string[] = []
    const parts = names.map((name) => {
      const due = this.queues.definition(name)!.due!
      values.push(name, ...(due.match(NOW) ?? []).map(() => now))
      return `SELECT ? AS queue FROM DUAL WHERE EXISTS (${due.replace(NOW, '?')})`
    })
    const rows = await this.database.read<{ queue: string }>(parts.join(' UNION ALL '), values)
    return rows.map(({ queue }) => queue)
  }

  async #keepLooking(names: readonly string[]): Promise<void> {
    const { signal } = this.#ended
    while (!signal.aborted) {
      await this.look(names)
      await delay(LIMITS.dueLookMs, undefined, { signal }).catch(() => {})
    }
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import { Logger } from '@adonisjs/core/logger'
import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { OWED } from '#app/queue/outbox'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { QueueHost } from '#app/queue/queue_host'
import { RepeatedTrouble } from '#app/queue/repeated_trouble'
import { Database } from '#app/storage/database'
import { isDatabaseLost } from '#app/storage/database_errors'
import { LIMITS } from '#app/limits'

const NOW = /:now\b/g
/** Stands for the outbox among the names of queues, which are kebab-case. */
const OUTBOX = '(outbox)'

/**
 * Asks the database what there is to do, in one statement: whether the outbox owes a publication, and
 * which periodic jobs of those that this process works. The relay publishes, and the jobs are woken.
 * So they rest while there is nothing, and no job has to be made, carried through Redis and run to
 * find that out.
 */
@singleton()
export class DueLook {
  #ended = new AbortController()
  #looking: Promise<void> | null = null
  #trouble: RepeatedTrouble

  constructor(
    private database: Database,
    private queues: QueueHost,
    private relay: OutboxRelay,
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
   * Wakes those of these jobs that have something to do, and lets the relay publish what is owed.
   * Where a statement fails, each of them finds out itself: one that is wrong about it must not keep
   * the others asleep. While the database is away no job could do anything, and the relay says so. A
   * table that is locked, as by a migration that waits for a backup, holds up the jobs, but not what is owed.
   *
   * @returns the names of the jobs that were woken
   */
  async look(names: readonly string[]): Promise<string[]> {
    const asking = names.filter((name) => this.queues.definition(name)?.due !== undefined)
    const late = setInterval(() => this.relay.turn(true), LIMITS.dueLookMs).unref()
    const found = await this.#due(asking).then(
      (due) => {
        this.#trouble.over()
        return due
      },
      (error: Error) => {
        const woken = isDatabaseLost(error) ? [] : asking
        this.#trouble.note(error, { woken })
        return [OUTBOX, ...woken]
      }
    )
    clearInterval(late)
    this.relay.turn(found.includes(OUTBOX))
    const due = found.filter((name) => name !== OUTBOX)
    for (const name of due) this.queues.wake(name)
    return due
  }

  async #due(names: readonly string[]): Promise<string[]> {
    const now = toSqlDatetime(this.clock.nowMicros())
    const values: string[] = [OUTBOX]
    const parts = names.map((name) => {
      const due = this.queues.definition(name)!.due!
      values.push(name, ...(due.match(NOW) ?? []).map(() => now))
      return asked(due.replace(NOW, '?'))
    })
    const sql = [asked(OWED), ...parts].join(' UNION ALL ')
    const rows = await this.database.read<{ queue: string }>(sql, values)
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

/** Answers its first value if the statement finds a row. */
function asked(statement: string): string {
  return `SELECT ? AS queue FROM DUAL WHERE EXISTS (${statement})`
}

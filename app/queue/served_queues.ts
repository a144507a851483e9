import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import type { HealthFinding } from '#app/observability/health'
import { LIMITS } from '#app/limits'
import { QueueHost } from '#app/queue/queue_host'

/** How long a worker that stops waits for Redis to hear of it. */
const LEAVING_MS = 500
/** No queue has it in its name, which is kebab-case. */
const SEPARATOR = '|'

/**
 * Which queues some process works at. Each process with workers tells Redis so now and then; one
 * that has died is forgotten a moment later, and an emptied Redis knows all again as soon. Nothing
 * is decided by it: operators read what would wait for ever without a word.
 */
@singleton()
export class ServedQueues {
  #process = randomUUID()
  #names: readonly string[] = []
  #beat: NodeJS.Timeout | null = null

  constructor(
    private queues: QueueHost,
    private log: Logger
  ) {}

  /** From now on this process is one that works at these queues. */
  serve(names: readonly string[]) {
    this.#names = names
    this.#beat = setInterval(() => void this.#tell(), LIMITS.servedQueuesMs).unref()
    void this.#tell()
  }

  /** This process works at nothing any more. Nobody waits long for a Redis that is away. */
  async leave(): Promise<void> {
    if (this.#beat === null) return
    clearInterval(this.#beat)
    this.#beat = null
    const left = this.queues.redis().zrem(this.#key, ...this.#members())
    const told = left.catch((err: unknown) => {
      this.log.debug({ err }, 'served queues not taken back; they are forgotten soon')
    })
    await Promise.race([told, delay(LEAVING_MS, undefined, { ref: false })])
  }

  /**
   * Of all queues that are defined here, how many processes work at each.
   *
   * @throws when Redis cannot be reached
   */
  async processes(): Promise<Map<string, number>> {
    const counts = new Map(this.queues.names().map((name) => [name, 0]))
    const since = Date.now() - LIMITS.servedQueuesForgottenMs
    for (const member of await this.queues.redis().zrangebyscore(this.#key, since, '+inf')) {
      const name = member.slice(0, member.indexOf(SEPARATOR))
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return counts
  }

  async #tell(): Promise<void> {
    const now = Date.now()
    try {
      const redis = this.queues.redis()
      await redis.zadd(this.#key, ...this.#members().flatMap((member) => [now, member]))
      // What died long ago must not fill the set.
      await redis.zremrangebyscore(this.#key, 0, now - 2 * LIMITS.servedQueuesForgottenMs)
    } catch (error) {
      this.log.debug({ err: error }, 'served queues not told; the next turn tells them')
    }
  }

  #members(): string[] {
    return this.#names.map((name) => `${name}${SEPARATOR}${this.#process}`)
  }

  get #key(): string {
    return `${this.queues.prefix}:served`
  }
}

/** @param processes how many processes work at each queue */
export function servedFinding(processes: ReadonlyMap<string, number>): HealthFinding {
  const unserved = [...processes].flatMap(([name, count]) => (count === 0 ? [name] : []))
  if (unserved.length === 0) return { ok: true, detail: 'every queue has a worker' }
  const all = unserved.length === processes.size
  const detail = all ? 'no worker runs' : `no worker works at ${unserved.join(', ')}`
  return { ok: false, detail }
}

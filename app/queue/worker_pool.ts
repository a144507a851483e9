import type { ContainerResolver } from '@adonisjs/core/container'
import type { Logger } from '@adonisjs/core/logger'
import type { ContainerBindings } from '@adonisjs/core/types'
import type { JobDefinition, JobPayload, JobResult } from '#app/queue/job'
import type { JobMeter } from '#app/queue/job_meter'
import type { OutboxRelay } from '#app/queue/outbox_relay'
import type { QueuePauses } from '#app/queue/queue_pauses'
import type { QueueHost } from '#app/queue/queue_host'

/** Runs jobs in this process: those of the queues asked for, and the outbox poller. */
export class WorkerPool {
  #started = false
  #stopped = false

  constructor(
    private queues: QueueHost,
    private relay: OutboxRelay,
    private pauses: QueuePauses,
    private meter: JobMeter,
    private log: Logger,
    private container: ContainerResolver<ContainerBindings>
  ) {}

  async start(only?: readonly string[]): Promise<void> {
    if (this.#started || this.#stopped) return
    this.#started = true
    // Without Redis nothing runs yet, and the poller pauses the queues as soon as it is back.
    await this.pauses.keepAll().catch((err: unknown) => this.log.warn({ err }, 'pauses not kept'))
    if (this.#stopped) return
    await this.queues.startWorkers((definition, payload, { attempt, ageMs }) => {
      this.meter.began(definition.name, ageMs)
      return this.#run(definition, payload, attempt)
    }, only)
    if (!this.#stopped) this.relay.startPolling()
  }

  /**
   * For good, and also while it starts: a worker that begins after the queues were closed would keep
   * a process alive that was told to end.
   */
  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#started) await this.relay.stop()
  }

  async #run(definition: JobDefinition, payload: JobPayload, attempt: number): Promise<JobResult> {
    const log = this.log.child({ queue: definition.name, ...payload })
    const startedAt = performance.now()
    let result: JobResult | 'failed' = 'failed'
    try {
      result = await definition.handle(payload, { container: this.container, log, attempt })
      return result
    } finally {
      this.meter.ended(definition.name, result, performance.now() - startedAt)
    }
  }
}

import type { ContainerResolver } from '@adonisjs/core/container'
import type { Logger } from '@adonisjs/core/logger'
import type { ContainerBindings } from '@adonisjs/core/types'
import type { DueLook } from '#app/queue/due_look'
import type { JobDefinition, JobPayload, JobResult } from '#app/queue/job'
import type { JobMeter } from '#app/queue/job_meter'
import type { OutboxRelay } from '#app/queue/outbox_relay'
import type { QueuePauses } from '#app/queue/queue_pauses'
import type { OperationTraces } from '#app/tracing/operation_traces'
import { traceJob } from '#app/tracing/trace_job'
import type { QueueHost } from '#app/queue/queue_host'
import type { ServedQueues } from '#app/queue/served_queues'
import { endsInTime } from '#app/processes/ending'
import { LIMITS } from '#app/limits'

/** Runs jobs in this process: those of the queues asked for, and the outbox poller. */
export class WorkerPool {
  #started = false
  #stopped = false
  #lookouts: (() => void)[] = []

  constructor(
    private queues: QueueHost,
    private relay: OutboxRelay,
    private pauses: QueuePauses,
    private dueLook: DueLook,
    private meter: JobMeter,
    private served: ServedQueues,
    private traces: OperationTraces,
    private log: Logger,
    private container: ContainerResolver<ContainerBindings>
  ) {}

  /**
   * @param only names of queues; all when it is left out
   * @throws UnknownQueue when one of them is none: a worker that works at nothing would look well
   */
  async start(only?: readonly string[]): Promise<void> {
    if (only) this.queues.assertKnown(only)
    if (this.#started || this.#stopped) return
    this.#started = true
    // Without Redis nothing runs yet, and the poller pauses the queues as soon as it is back.
    await this.pauses.keepAll().catch((err: unknown) => this.log.warn({ err }, 'pauses not kept'))
    if (this.#stopped) return
    await this.queues.startWorkers((definition, payload, { attempt, ageMs }) => {
      this.meter.began(definition.name, ageMs)
      return this.#run(definition, payload, attempt)
    }, only)
    if (this.#stopped) return
    await this.#lookOut(only)
    if (this.#stopped) return
    const names = only ?? this.queues.names()
    this.dueLook.start(names)
    this.served.serve(names)
  }

  /**
   * For good, and also while it starts: a worker that begins after the queues were closed would keep
   * a process alive that was told to end.
   */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#endLookouts()
    if (!this.#started) return
    const bound = { ms: LIMITS.partEndMs, log: this.log }
    await Promise.all([
      endsInTime('the look for due jobs', this.dueLook.stop(), bound),
      endsInTime('the outbox poller', this.relay.stop(), bound),
      this.served.leave(),
    ])
  }

  async #lookOut(only: readonly string[] = this.queues.names()): Promise<void> {
    for (const name of only) {
      const end = await this.queues.definition(name)?.lookOut?.(this.container)
      if (end) this.#lookouts.push(end)
    }
    if (this.#stopped) this.#endLookouts()
  }

  #endLookouts() {
    for (const end of this.#lookouts.splice(0)) end()
  }

  async #run(definition: JobDefinition, payload: JobPayload, attempt: number): Promise<JobResult> {
    const log = this.log.child({ queue: definition.name, ...payload })
    const startedAt = performance.now()
    let result: JobResult | 'failed' = 'failed'
    try {
      const parents = await this.traces.of(definition.operations?.(payload) ?? [])
      const facts = { 'job.attempt': attempt }
      result = await traceJob(definition.name, parents.values(), facts, () =>
        definition.handle(payload, { container: this.container, log, attempt })
      )
      return result
    } finally {
      this.meter.ended(definition.name, result, performance.now() - startedAt)
    }
  }
}

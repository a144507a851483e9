import type { ApplicationService } from '@adonisjs/core/types'
import { DueLook } from '#app/queue/due_look'
import { JobMeter } from '#app/queue/job_meter'
import type { QueueConfig } from '#app/queue/queue_host'
import { Outbox } from '#app/queue/outbox'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { QueueHost } from '#app/queue/queue_host'
import { QueuePauses } from '#app/queue/queue_pauses'
import { ServedQueues } from '#app/queue/served_queues'
import { OperationTraces } from '#app/tracing/operation_traces'
import { WorkerPool } from '#app/queue/worker_pool'

declare module '@adonisjs/core/types' {
  interface ContainerBindings {
    'queue.host': QueueHost
  }
}

/**
 * Binds outbox, relay and queues. It is listed after the database provider, so that the shutdown
 * (bottom to top) ends the workers before their database connections close.
 */
export default class QueueProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(QueueHost, async (resolver) => {
      const config = this.app.config.get<QueueConfig>('queue')
      return new QueueHost(config, await resolver.make(Outbox), await resolver.make('logger'))
    })
    container.alias('queue.host', QueueHost)
    container.singleton(
      WorkerPool,
      async (resolver) =>
        new WorkerPool(
          await resolver.make(QueueHost),
          await resolver.make(OutboxRelay),
          await resolver.make(QueuePauses),
          await resolver.make(DueLook),
          await resolver.make(JobMeter),
          await resolver.make(ServedQueues),
          await resolver.make(OperationTraces),
          await resolver.make('logger'),
          this.app.container.createResolver()
        )
    )
  }

  async shutdown() {
    const { container } = this.app
    if (container.hasBinding(WorkerPool)) await (await container.make(WorkerPool)).stop()
    await (await container.make(QueueHost)).close()
  }
}

import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { tellReady } from '#app/observability/launcher_channel'
import { openProbes } from '#app/observability/open_probes'
import { StartGate } from '#app/preflight/start_gate'
import type { ProcessSettings } from '#app/processes/process_settings'
import { StartRefused } from '#app/preflight/preflight'
import { QueueHost, UnknownQueue } from '#app/queue/queue_host'
import { LIMITS } from '#app/limits'
import { WorkerPool } from '#app/queue/worker_pool'
import { endSilentConnections } from '#app/storage/silent_connections'

/**
 * The worker process: runs the jobs of all queues, or of the named ones, until it is told to stop.
 */
export default class QueueWork extends BaseCommand {
  static override commandName = 'queue:work'
  static override description = 'Run queue workers and the outbox poller until stopped'
  static override options: CommandOptions = { startApp: true, staysAlive: true }

  @flags.array({
    description: 'Only these queues, with commas between; all when left out',
    parse: (given) => given.flatMap((names) => names.split(',')),
  })
  declare queues?: string[]

  override async run() {
    const { container, config } = this.app
    endSilentConnections(LIMITS.databaseSilenceMs)
    try {
      if (this.queues) (await container.make(QueueHost)).assertKnown(this.queues)
      await (await container.make(StartGate)).pass()
    } catch (error) {
      if (!(error instanceof StartRefused || error instanceof UnknownQueue)) throw error
      this.logger.error(error.message)
      this.exitCode = 1
      return this.terminate()
    }
    const { workerPort } = config.get<ProcessSettings>('processes')
    if (workerPort !== undefined) {
      const address = await openProbes(this.app, workerPort)
      if (address === null) return
      this.logger.info(`health and metrics of the worker: ${address}`)
    }
    // Not after the pool has begun, which waits while Redis is away: health says so.
    tellReady('worker')
    const pool = await container.make(WorkerPool)
    await pool.start(this.queues)
    this.logger.info(`workers started: ${this.queues?.join(', ') ?? 'all queues'}`)
  }
}

import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { ProbeServer } from '#app/observability/probe_server'
import { StartGate } from '#app/preflight/start_gate'
import type { ObservabilityConfig } from '#app/observability/inside'
import { StartRefused } from '#app/preflight/preflight'
import { WorkerPool } from '#app/queue/worker_pool'

/**
 * The worker process: runs the jobs of all queues, or of the named ones, until it is told to stop.
 */
export default class QueueWork extends BaseCommand {
  static override commandName = 'queue:work'
  static override description = 'Run queue workers and the outbox poller until stopped'
  static override options: CommandOptions = { startApp: true, staysAlive: true }

  @flags.array({ description: 'Only these queues; all when left out' })
  declare queues?: string[]

  override async run() {
    const gate = await this.app.container.make(StartGate)
    try {
      await gate.pass()
    } catch (error) {
      if (!(error instanceof StartRefused)) throw error
      this.logger.error(error.message)
      this.exitCode = 1
      return this.terminate()
    }
    const { container, config } = this.app
    const { host, workerPort } = config.get<ObservabilityConfig>('observability')
    if (workerPort !== undefined) {
      const probes = await container.make(ProbeServer)
      const port = await probes.listen(host, workerPort)
      // Whoever was told to stop meanwhile calls no more hooks.
      if (this.app.isTerminating || this.app.isTerminated) return probes.close()
      this.app.terminating(() => probes.close())
      this.logger.info(`health and metrics of the worker: http://${host}:${port}`)
    }
    const pool = await container.make(WorkerPool)
    await pool.start(this.queues)
    this.logger.info(`workers started: ${this.queues?.join(', ') ?? 'all queues'}`)
  }
}

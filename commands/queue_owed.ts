import { flags } from '@adonisjs/core/ace'
import { presentJob, presentQueue } from '#app/queue/dashboard/present_owed'
import { OperateQueues } from '#app/queue/operate_queues'
import { OperatorCommand } from '#app/queue/operator_command'

/** Lists what is owed, the newest first. */
export default class QueueOwed extends OperatorCommand {
  static override commandName = 'queue:owed'
  static override description = 'List owed jobs with what they are about and their next attempt'

  @flags.boolean({ description: 'Only jobs whose last attempt failed' })
  declare failing?: boolean

  @flags.string({ description: 'Only jobs of this queue' })
  declare queue?: string

  @flags.string({ description: 'Only jobs that come after the one with this id' })
  declare after?: string

  override async run() {
    const operate = await this.app.container.make(OperateQueues)
    const { failing = false, queue = null, after = null } = this
    const resolver = this.app.container.createResolver()
    const { jobs, more } = await operate.jobs({ failing, queue, job: null, after }, resolver)
    for (const job of jobs) this.#tell(presentJob(job))
    const queues = (await operate.allQueues()).map(presentQueue)
    for (const { name, owed, failing: failed, pause } of queues) {
      if (owed === 0 && pause === null) continue
      const paused = pause === null ? '' : `, paused by ${pause.who} at ${pause.at.human}`
      this.logger.log(`${name}: ${owed} owed, ${failed} failing${paused}`)
    }
    if (more) this.logger.info(`there are more: --after=${jobs.at(-1)!.id}`)
  }

  #tell(job: ReturnType<typeof presentJob>) {
    this.logger.log(`${job.id} ${job.queue}: ${job.attempts} attempts, the next ${job.dueIn}`)
    for (const { text } of job.concerns) this.logger.log(`  ${text}`)
    this.logger.log(`  ${job.payload}`)
    if (job.lastError === null) return
    this.logger.log(`  fails since ${job.failingSince?.human}: ${job.lastError}`)
    if (job.about) this.logger.log(`  ${job.about.failing}`)
  }
}

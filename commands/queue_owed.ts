import { flags } from '@adonisjs/core/ace'
import { LIMITS } from '#app/limits'
import { presentJob, presentQueue } from '#app/queue/dashboard/present_owed'
import { OperateQueues } from '#app/queue/operate_queues'
import { QueueHost } from '#app/queue/queue_host'
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
    if (jobs.length === 0 && queue !== null && !(await this.#isKnown(queue))) return
    for (const job of jobs) this.#tell(presentJob(job))
    if (jobs.length === 0) this.logger.info('Nothing of this is owed')
    if (more) this.logger.info(`there are more: --after=${jobs.at(-1)!.id}`)
    await this.#tellQueues(operate)
  }

  async #tellQueues(operate: OperateQueues) {
    const queues = (await operate.allQueues()).map(presentQueue)
    for (const { name, owed, failing: failed, pause, unserved } of queues) {
      if (owed === 0 && pause === null && !unserved) continue
      const paused = pause === null ? '' : `, paused by ${pause.who} at ${pause.at.human}`
      const alone = unserved ? ', no worker' : ''
      this.logger.log(`${name}: ${owed} owed, ${failed} failing${paused}${alone}`)
    }
    if (queues.reduce((sum, { owed }) => sum + owed, 0) >= LIMITS.owedCounted) {
      this.logger.info(`counted are the oldest ${LIMITS.owedCounted} jobs; there may be more`)
    }
  }

  /** A queue of a module that is gone may still be owed something. @returns false once it told */
  async #isKnown(queue: string): Promise<boolean> {
    const problem = (await this.app.container.make(QueueHost)).unknownText(queue)
    if (problem !== null) this.fail(problem)
    return problem === null
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

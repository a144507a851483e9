import { args, flags } from '@adonisjs/core/ace'
import { OperatorCommand } from '#app/queue/operator_command'

/** Resumes a paused queue. */
export default class QueueResume extends OperatorCommand {
  static override commandName = 'queue:resume'
  static override description = 'Let the jobs of a paused queue run again'

  @args.string({ description: 'The name of the queue' })
  declare queue: string

  @flags.string({ description: 'Why, for the log of operators' })
  declare reason?: string

  override async run() {
    await this.act(this.reason, (operate, by) => operate.resume(this.queue, by))
  }
}

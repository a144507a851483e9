import { args, flags } from '@adonisjs/core/ace'
import { OperatorCommand } from '#app/queue/operator_command'

/** Retries one owed job. */
export default class QueueRetry extends OperatorCommand {
  static override commandName = 'queue:retry'
  static override description = 'Let the next attempt of an owed job be now'

  @args.string({ description: 'The id of the job, as queue:owed lists it' })
  declare job: string

  @flags.string({ description: 'Why, for the log of operators' })
  declare reason?: string

  override async run() {
    await this.act(this.reason, (operate, by) => operate.retry(this.job, by))
  }
}

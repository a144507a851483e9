import { args, flags } from '@adonisjs/core/ace'
import { OperatorCommand } from '#app/queue/operator_command'

/** Takes one job off the outbox. */
export default class QueueDiscard extends OperatorCommand {
  static override commandName = 'queue:discard'
  static override description = 'Discard an owed job that is not needed'

  @args.string({ description: 'The id of the job, as queue:owed lists it' })
  declare job: string

  @flags.string({ description: 'Why it is not needed; required' })
  declare reason?: string

  override async run() {
    await this.act(this.reason, (operate, by) => operate.discard(this.job, by))
  }
}

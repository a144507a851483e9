import { args, flags } from '@adonisjs/core/ace'
import { OperatorCommand } from '#app/queue/operator_command'

/** Pauses a queue until it is resumed. */
export default class QueuePause extends OperatorCommand {
  static override commandName = 'queue:pause'
  static override description = 'Let no further job of a queue begin'

  @args.string({ description: 'The name of the queue' })
  declare queue: string

  @flags.string({ description: 'Why, for the log of operators' })
  declare reason?: string

  override async run() {
    await this.act(this.reason, (operate, by) => operate.pause(this.queue, by))
  }
}

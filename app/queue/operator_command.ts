import { userInfo } from 'node:os'
import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import { ServiceError } from '#app/http/errors/service_error'
import { LIMITS } from '#app/limits'
import { presentAction } from '#app/queue/dashboard/present_owed'
import { OperateQueues, type ActedBy } from '#app/queue/operate_queues'
import type { OperatorAction } from '#app/queue/operator_log'

/** A command that does to queues what operators can do on the page of owed jobs. */
export abstract class OperatorCommand extends BaseCommand {
  static override options: CommandOptions = { startApp: true }

  /** Does it in the name of the user of the shell, and tells what was done or why it was not. */
  protected async act(
    reason: string | undefined,
    work: (operate: OperateQueues, by: ActedBy) => Promise<OperatorAction>
  ): Promise<void> {
    const why = reason?.trim() || null
    if (why !== null && why.length > LIMITS.operatorReasonLength) {
      return this.fail(`--reason may have ${LIMITS.operatorReasonLength} characters`)
    }
    const operate = await this.app.container.make(OperateQueues)
    try {
      const by = { who: `shell:${userInfo().username}`, reason: why }
      const { who, did, what } = presentAction(await work(operate, by))
      this.logger.success(`${who} ${did} ${what}`)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const catalogue = await this.app.container.make(ErrorCatalogue)
      this.fail(catalogue.told(error).message)
    }
  }

  protected fail(why: string) {
    this.logger.error(why)
    this.exitCode = 1
  }
}

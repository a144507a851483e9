import { AccessControl } from '#app/extension/access_control'
import { ModuleHost } from '#app/extension/module_host'
import type { Principal } from '#app/extension/principal'
import type { ScheduledAction } from '#app/extension/scheduled_action'
import { singleton } from '#app/extension/singleton'
import { checkedPart, readPart } from '#app/http/checked_part'
import { invalidField } from '#app/http/errors/service_error'
import { occurrencePath, type Schedule } from '../core/schedule.ts'

/** An action with a template that was checked, and who it is done for. */
export interface PreparedAction {
  action: ScheduledAction
  terms: Record<string, unknown>
  /** The caller with what an occurrence names, for all checks of their permissions. */
  principal: Principal
}

type Planned = Pick<Schedule, 'path' | 'action' | 'template'>

/** The requests that the loaded modules let a schedule make. */
@singleton()
export class ScheduledActions {
  constructor(
    private modules: ModuleHost,
    private access: AccessControl
  ) {}

  /** @throws ServiceError VALIDATION_ERROR naming those that there are */
  named(name: string): ScheduledAction {
    const known = this.modules.contributions('scheduledActions')
    const action = known.find((each) => each.name === name)
    if (action) return action
    const names = known.map((each) => each.name).join(', ')
    throw invalidField('action', 'enum', `The action field must be one of ${names}`)
  }

  /**
   * Checks a template, and whether a caller may do what it says: at the path of the occurrence, and
   * with its amount and destination, as conditions of policies look at them.
   *
   * @throws ServiceError VALIDATION_ERROR on action and template, FORBIDDEN
   */
  async prepare(principal: Principal, planned: Planned, number: number): Promise<PreparedAction> {
    const action = this.named(planned.action)
    const terms = await checkedPart(action.template, planned.template, 'template')
    const acting = this.#acting(principal, planned, number, action.asked(terms))
    for (const need of readPart('template', () => action.needs(terms))) {
      this.access.authorize(acting, need.action, need.resource)
    }
    return { action, terms, principal: acting }
  }

  /**
   * Whether a caller may manage a schedule. Its terms stand beside the question, or a policy with a
   * bound for amounts would let nobody pause what it let them make.
   *
   * @throws ServiceError FORBIDDEN naming the schedule as the caller did
   */
  async authorize(principal: Principal, planned: Planned, named = planned.path): Promise<void> {
    const action = this.named(planned.action)
    const terms = await checkedPart(action.template, planned.template, 'template')
    const acting = this.#acting(principal, planned, 1, action.asked(terms))
    this.access.authorize(acting, 'svc:ManageSchedule', planned.path, named)
  }

  #acting(
    principal: Principal,
    planned: Planned,
    number: number,
    asked: ReturnType<ScheduledAction['asked']>
  ): Principal {
    const operationPath = occurrencePath(planned, number)
    return { ...principal, asked: asked.map((move) => ({ ...move, operationPath })) }
  }
}

import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { SharedAnswer } from '#app/http/shared_answer'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LEDGER_LIMITS } from '../../limits.ts'
import { contextOf } from '../../core/operation_context.ts'
import { ListOperations, type OperationPage } from '../../services/list_operations.ts'
import { ReadOperation } from '../../services/read_operation.ts'
import { presentEvent } from '../present_event.ts'
import { presentOperation } from '../presenters.ts'
import { idParams, listOperationsQuery, readOperationQuery, typesOf } from '../validators.ts'

@singleton()
export default class OperationsController {
  #page = new SharedAnswer(({ operations, ...page }: OperationPage) => ({
    operations: operations.map(presentOperation),
    ...page,
  }))
  #pageWithContext = new SharedAnswer(({ operations, ...page }: OperationPage) => ({
    operations: operations.map((operation) => ({
      ...presentOperation(operation),
      context: contextOf(operation),
    })),
    ...page,
  }))

  constructor(
    private listOperations: ListOperations,
    private readOperation: ReadOperation
  ) {}

  async index(ctx: HttpContext) {
    const { type, types, includeContext, limit, ...query } = input(ctx, listOperationsQuery)
    const found = await this.listOperations.run(principalOf(ctx), {
      ...query,
      types: typesOf(type, types),
      limit: limit ?? LEDGER_LIMITS.journalListDefault,
    })
    const shown = includeContext === 'true' ? this.#pageWithContext : this.#page
    shown.send(ctx, found)
  }

  async show(ctx: HttpContext) {
    const { id } = input(ctx, idParams)
    const { realmId, includeEvidence } = input(ctx, readOperationQuery)
    const detail = await this.readOperation.run(principalOf(ctx), {
      id,
      realmId,
      includeEvidence: includeEvidence === 'true',
    })
    const { operation, context, events, deltas, evidence } = detail
    answer(ctx, {
      operation: {
        ...presentOperation(operation),
        parsedOutcome: operation.outcome,
      },
      context,
      events: events.map(presentEvent),
      deltas,
      ...(evidence && { evidence }),
    })
  }
}

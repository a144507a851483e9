import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { SharedAnswer } from '#app/http/shared_answer'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { formatUsd } from '#app/money/usd'
import { LEDGER_LIMITS } from '../../limits.ts'
import { contextOf } from '../../core/operation_context.ts'
import { ListOperations, type OperationPage } from '../../services/list_operations.ts'
import { ReverseOperation } from '../../services/reverse_operation.ts'
import { ReadOperation } from '../../services/read_operation.ts'
import { markReplay } from '../mark_replay.ts'
import { presentEvent } from '../present_event.ts'
import { presentOperation } from '../presenters.ts'
import { reverseBody } from '../movement_validators.ts'
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
    private readOperation: ReadOperation,
    private reverseOperation: ReverseOperation
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

  async reverse(ctx: HttpContext) {
    const command = { ...input(ctx, reverseBody), ...input(ctx, idParams) }
    const { operation, replayed } = await this.reverseOperation.run(principalOf(ctx), command)
    markReplay(ctx, replayed)
    answer(ctx, { operation: presentOperation(operation) }, 201)
  }

  async show(ctx: HttpContext) {
    const { id } = input(ctx, idParams)
    const { realmId, includeEvidence } = input(ctx, readOperationQuery)
    const detail = await this.readOperation.run(principalOf(ctx), {
      id,
      realmId,
      includeEvidence: includeEvidence === 'true',
    })
    const { operation, context, events, deltas, evidence, reversals } = detail
    answer(ctx, {
      operation: {
        ...presentOperation(operation),
        parsedOutcome: operation.outcome,
        ...(reversals && {
          reversals: reversals.reversals,
          reversedAmount: formatUsd(reversals.amount),
        }),
      },
      context,
      events: events.map(presentEvent),
      deltas,
      ...(evidence && { evidence }),
    })
  }
}

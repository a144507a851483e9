import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer, enveloped } from '#app/http/envelope'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import type { Reconciliation } from '../core/reconciliation.ts'
import { RECONCILIATION_LIMITS } from '../limits.ts'
import { CreateReconciliation } from '../services/create_reconciliation.ts'
import { EndReconciliation } from '../services/end_reconciliation.ts'
import { FindReconciliation } from '../services/find_reconciliation.ts'
import { ListReconciliations } from '../services/list_reconciliations.ts'
import { ReadItems } from '../services/read_items.ts'
import { itemsCsv, presentItem, presentReconciliation } from './presenters.ts'
import {
  createReconciliationBody,
  itemsQuery,
  listReconciliationsQuery,
  reconciliationParams,
  reportQuery,
} from './validators.ts'

@singleton()
export default class ReconciliationsController {
  constructor(
    private create: CreateReconciliation,
    private list: ListReconciliations,
    private find: FindReconciliation,
    private readItems: ReadItems,
    private end: EndReconciliation,
    private once: AnswerOnce
  ) {}

  async store(ctx: HttpContext) {
    await this.once.run<Reconciliation>(ctx, {
      run: (keep) => this.create.run(principalOf(ctx), input(ctx, createReconciliationBody), keep),
      reply: (made) => enveloped({ reconciliation: presentReconciliation(made) }, 202),
    })
  }

  async index(ctx: HttpContext) {
    const { limit = LIMITS.listDefault, ...query } = input(ctx, listReconciliationsQuery)
    const { reconciliations, ...page } = await this.list.run(principalOf(ctx), { ...query, limit })
    answer(ctx, { reconciliations: reconciliations.map(presentReconciliation), ...page })
  }

  async show(ctx: HttpContext) {
    const { id } = input(ctx, reconciliationParams)
    const found = await this.find.run(principalOf(ctx), id, 'svc:ReadReconciliation')
    answer(ctx, { reconciliation: presentReconciliation(found) })
  }

  async items(ctx: HttpContext) {
    const { id } = input(ctx, reconciliationParams)
    const { limit = RECONCILIATION_LIMITS.itemsDefault, ...query } = input(ctx, itemsQuery)
    const { items, ...page } = await this.readItems.page(principalOf(ctx), id, { ...query, limit })
    answer(ctx, { items: items.map(presentItem), ...page })
  }

  async report(ctx: HttpContext) {
    const { id } = input(ctx, reconciliationParams)
    const { state } = input(ctx, reportQuery)
    const pages = await this.readItems.pages(principalOf(ctx), id, state)
    ctx.response.header('content-type', 'text/csv; charset=utf-8')
    ctx.response.header('content-disposition', `attachment; filename="reconciliation-${id}.csv"`)
    ctx.response.stream(Readable.from(itemsCsv(pages)))
  }

  async cancel(ctx: HttpContext) {
    const { id } = input(ctx, reconciliationParams)
    const found = await this.end.cancel(principalOf(ctx), id)
    answer(ctx, { reconciliation: presentReconciliation(found) })
  }

  async destroy(ctx: HttpContext) {
    await this.end.remove(principalOf(ctx), input(ctx, reconciliationParams).id)
    answer(ctx, { deleted: true })
  }
}

import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { formatUsd } from '#app/money/usd'
import { LEDGER_LIMITS } from '../../limits.ts'
import {
  exportQuery,
  listDeltasQuery,
  listEventsQuery,
  snapshotQuery,
  statementQuery,
} from '../history_validators.ts'
import { presentEvent } from '../present_event.ts'
import { presentOperation } from '../presenters.ts'
import { statementCsv, statementJson } from '../statement_text.ts'
import { idParams, namedRealmQuery, typesOf } from '../validators.ts'
import { ExportOperations } from '../../services/export_operations.ts'
import { ListDeltas } from '../../services/list_deltas.ts'
import { ListEvents } from '../../services/list_events.ts'
import { ReadEvent } from '../../services/read_event.ts'
import { ReadSnapshot } from '../../services/read_snapshot.ts'
import { ReadStatement } from '../../services/read_statement.ts'

@singleton()
export default class HistoryController {
  constructor(
    private listEvents: ListEvents,
    private readEvent: ReadEvent,
    private listDeltas: ListDeltas,
    private readSnapshot: ReadSnapshot,
    private readStatement: ReadStatement,
    private exporter: ExportOperations
  ) {}

  async events(ctx: HttpContext) {
    const { limit = LEDGER_LIMITS.journalListDefault, ...query } = input(ctx, listEventsQuery)
    const { events, ...page } = await this.listEvents.run(principalOf(ctx), { ...query, limit })
    answer(ctx, { events: events.map(presentEvent), ...page })
  }

  async event(ctx: HttpContext) {
    const where = { ...input(ctx, idParams), ...input(ctx, namedRealmQuery) }
    const { event, operation, deltas } = await this.readEvent.run(principalOf(ctx), where)
    answer(ctx, {
      event: presentEvent(event),
      operation: operation && presentOperation(operation),
      deltas,
    })
  }

  async deltas(ctx: HttpContext) {
    const {
      limit = LEDGER_LIMITS.journalListDefault,
      deltaType,
      ...query
    } = input(ctx, listDeltasQuery)
    const { type = deltaType } = query
    answer(ctx, await this.listDeltas.run(principalOf(ctx), { ...query, type, limit }))
  }

  async snapshot(ctx: HttpContext) {
    const { id } = input(ctx, idParams)
    const { realmId, asOf } = input(ctx, snapshotQuery)
    const { balances, ...held } = await this.readSnapshot.run(principalOf(ctx), {
      id,
      realmId,
      asOf,
    })
    answer(ctx, {
      ...held,
      balances: balances.map(({ denomination, amount }) => ({
        denomination,
        amount: formatUsd(amount),
      })),
    })
  }

  /** Sends the lines while they are read, so that a million of them take no more memory than a page. */
  async statement(ctx: HttpContext) {
    const { id } = input(ctx, idParams)
    const { format = 'json', ...query } = input(ctx, statementQuery)
    const statement = await this.readStatement.run(principalOf(ctx), { ...query, id })
    const isFile = format === 'csv'
    const kind = isFile ? 'text/csv' : 'application/json'
    ctx.response.header('content-type', `${kind}; charset=utf-8`)
    if (isFile) {
      ctx.response.header('content-disposition', `attachment; filename="statement-${id}.csv"`)
    }
    ctx.response.stream(Readable.from(isFile ? statementCsv(statement) : statementJson(statement)))
  }

  async exportOperations(ctx: HttpContext) {
    const {
      type,
      types,
      limit = LEDGER_LIMITS.journalListDefault,
      ...query
    } = input(ctx, exportQuery)
    const page = await this.exporter.run(
      principalOf(ctx),
      { ...query, types: typesOf(type, types), limit },
      { operation: presentOperation, event: presentEvent }
    )
    answer(ctx, page)
  }
}

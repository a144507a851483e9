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
} from '../history_validators.ts'
import { presentEvent } from '../present_event.ts'
import { presentOperation } from '../presenters.ts'
import { idParams, namedRealmQuery, typesOf } from '../validators.ts'
import { ExportOperations } from '../../services/export_operations.ts'
import { ListDeltas } from '../../services/list_deltas.ts'
import { ListEvents } from '../../services/list_events.ts'
import { ReadEvent } from '../../services/read_event.ts'
import { ReadSnapshot } from '../../services/read_snapshot.ts'

@singleton()
export default class HistoryController {
  constructor(
    private listEvents: ListEvents,
    private readEvent: ReadEvent,
    private listDeltas: ListDeltas,
    private readSnapshot: ReadSnapshot,
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

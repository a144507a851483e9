import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { presentOperation } from '#modules/ledger/index'
import { ReadHistory } from '../services/read_history.ts'
import type { Sent } from '../services/send_command.ts'
import { StartTwap } from '../services/start_twap.ts'
import { StopTwap } from '../services/stop_twap.ts'
import { VenueBooks } from '../services/venue_books.ts'
import { TradeHistory } from '../storage/trade_history.ts'
import { presentTwap } from './trading_presenters.ts'
import {
  cancelQuery,
  objectParams,
  twapBody,
  twapParams,
  twapsQuery,
} from './trading_validators.ts'

/** Serves TWAPs: orders that are sent in slices. */
@singleton()
export default class TwapsController {
  constructor(
    private start: StartTwap,
    private stop: StopTwap,
    private history: ReadHistory,
    private trades: TradeHistory,
    private books: VenueBooks
  ) {}

  async store(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const { realmId, path, ...twap } = input(ctx, twapBody)
    const sent = await this.start.run(principalOf(ctx), { objectId, realmId, path, twap })
    await this.#answer(ctx, sent, sent.operation.id, 201)
  }

  async index(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const query = { objectId, ...input(ctx, twapsQuery) }
    const { twaps, ...page } = await this.history.twaps(principalOf(ctx), query)
    answer(ctx, { twaps: twaps.map((twap) => presentTwap(twap, this.#marketOf)), ...page })
  }

  async destroy(ctx: HttpContext) {
    const { id: objectId, operationId: twapId } = input(ctx, twapParams)
    const command = { objectId, twapId, ...input(ctx, cancelQuery) }
    await this.#answer(ctx, await this.stop.run(principalOf(ctx), command), twapId, 200)
  }

  async #answer(ctx: HttpContext, sent: Sent<object>, twapId: string, status: number) {
    const twap = await this.trades.twap(sent.target.objectId, twapId)
    if (!twap) throw new Error('A TWAP vanished')
    if (sent.replayed) ctx.response.header('idempotent-replayed', 'true')
    const operation = presentOperation(sent.operation)
    answer(ctx, { operation, twap: presentTwap(twap, this.#marketOf) }, status)
  }

  #marketOf = (id: string) => this.books.marketOf(id)
}

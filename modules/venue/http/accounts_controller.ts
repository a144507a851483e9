import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { namedPage } from '#app/storage/memory_page'
import { presentOperation } from '#modules/ledger/index'
import { ChangeSetting } from '../services/change_setting.ts'
import { ReadAccount } from '../services/read_account.ts'
import type { Sent } from '../services/send_command.ts'
import { VenueBooks } from '../services/venue_books.ts'
import { presentAccount, presentAsset } from './account_presenters.ts'
import { presentPosition } from './trading_presenters.ts'
import {
  accountQuery,
  assetQuery,
  isolatedMarginBody,
  leverageBody,
  marginModeBody,
  objectParams,
  positionsQuery,
  settingQuery,
} from './trading_validators.ts'
import { signedUsd } from './signed_usd.ts'

/** Serves an exchange account as it is now, and the settings by which it trades. */
@singleton()
export default class AccountsController {
  constructor(
    private account: ReadAccount,
    private change: ChangeSetting,
    private books: VenueBooks
  ) {}

  async state(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const { realmId } = input(ctx, accountQuery)
    const found = await this.account.state(principalOf(ctx), { objectId, realmId })
    answer(ctx, presentAccount(found, this.#marketOf))
  }

  async positions(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const { realmId, limit = LIMITS.listDefault, cursor } = input(ctx, positionsQuery)
    const { state } = await this.account.state(principalOf(ctx), { objectId, realmId })
    const all = state.positions
      .map((each) => presentPosition(objectId, each, this.#marketOf))
      .sort((one, other) => (one.market < other.market ? -1 : 1))
    const { page, ...rest } = namedPage(all, ({ market }) => market, ['positions', objectId], {
      limit,
      cursor,
    })
    answer(ctx, { positions: page, ...rest })
  }

  async asset(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const query = { objectId, ...input(ctx, assetQuery) }
    answer(ctx, presentAsset(await this.account.assetData(principalOf(ctx), query)))
  }

  async leverage(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const query = { objectId, ...input(ctx, settingQuery) }
    const { leverage, mode } = await this.account.setting(principalOf(ctx), query)
    const { market } = query
    answer(ctx, { market, leverage, previousLeverage: leverage, marginMode: mode })
  }

  async setLeverage(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const { realmId, path, market, leverage } = input(ctx, leverageBody)
    const change = { market, leverage }
    const sent = await this.change.run(principalOf(ctx), { objectId, realmId, path, change })
    const { previousLeverage = leverage } = sent.told.adjustment
    this.#answer(ctx, sent, { market, leverage, previousLeverage })
  }

  async setMarginMode(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const { realmId, path, market, marginMode } = input(ctx, marginModeBody)
    const change = { market, marginMode }
    const sent = await this.change.run(principalOf(ctx), { objectId, realmId, path, change })
    this.#answer(ctx, sent, { market, marginMode })
  }

  async moveIsolatedMargin(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const { realmId, path, market, amount } = input(ctx, isolatedMarginBody)
    const change = { market, amount: signedUsd(amount) }
    const principal = principalOf(ctx)
    const sent = await this.change.run(principal, { objectId, realmId, path, change })
    this.#answer(ctx, sent, { market, ...sent.told.adjustment.isolated })
  }

  #marketOf = (id: string) => this.books.marketOf(id)

  #answer(ctx: HttpContext, { operation, replayed }: Sent<object>, data: object) {
    if (replayed) ctx.response.header('idempotent-replayed', 'true')
    answer(ctx, { operation: presentOperation(operation), ...data })
  }
}

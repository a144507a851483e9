import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { realmNotFound } from '#app/http/errors/service_error'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { RealmDirectory } from '#modules/ledger/index'
import { ReadBalanceSheet } from '../services/read_balance_sheet.ts'
import { presentSheet } from './present_sheet.ts'
import { realmParams, sheetQuery } from './sheet_validators.ts'

/** Custody answers are bare objects, without the success envelope. */
@singleton()
export default class BalanceSheetController {
  constructor(
    private realms: RealmDirectory,
    private sheets: ReadBalanceSheet
  ) {}

  async show(ctx: HttpContext) {
    const { realmId } = input(ctx, sheetQuery)
    await this.realms.resolve(principalOf(ctx), realmId)
    await this.#send(ctx, realmId)
  }

  async showAny(ctx: HttpContext) {
    const { realmId } = input(ctx, realmParams)
    if (!(await this.realms.find(realmId))) throw realmNotFound(realmId)
    await this.#send(ctx, realmId)
  }

  async #send(ctx: HttpContext, realmId: string) {
    ctx.response.send(presentSheet(realmId, await this.sheets.run(realmId)))
  }
}

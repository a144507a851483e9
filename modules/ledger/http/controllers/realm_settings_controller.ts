import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { presentRealm } from '#modules/ledger/http/presenters'
import { realmSettingsBody } from '#modules/ledger/http/realm_settings_validators'
import { realmParams } from '#modules/ledger/http/validators'
import { UpdateRealmSettings } from '#modules/ledger/services/update_realm_settings'

@inject()
export default class RealmSettingsController {
  constructor(private updateSettings: UpdateRealmSettings) {}

  async update(ctx: HttpContext) {
    const { id } = input(ctx, realmParams)
    const change = input(ctx, realmSettingsBody)
    answer(ctx, presentRealm(await this.updateSettings.run(principalOf(ctx), id, change)))
  }
}

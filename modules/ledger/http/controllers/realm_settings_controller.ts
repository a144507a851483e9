import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { presentRealm } from '../presenters.ts'
import { realmSettingsBody } from '../realm_settings_validators.ts'
import { realmParams } from '../validators.ts'
import { UpdateRealmSettings } from '../../services/update_realm_settings.ts'

@singleton()
export default class RealmSettingsController {
  constructor(private updateSettings: UpdateRealmSettings) {}

  async update(ctx: HttpContext) {
    const { id } = input(ctx, realmParams)
    const change = input(ctx, realmSettingsBody)
    answer(ctx, presentRealm(await this.updateSettings.run(principalOf(ctx), id, change)))
  }
}

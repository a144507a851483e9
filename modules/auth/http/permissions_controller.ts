import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answer } from '#app/http/envelope'
import { presentCatalog } from '#modules/auth/http/credential_presenters'
import { ActionRegistry } from '#modules/auth/services/action_registry'

@inject()
export default class PermissionsController {
  constructor(private registry: ActionRegistry) {}

  async index(ctx: HttpContext) {
    answer(ctx, presentCatalog(this.registry.catalog))
  }
}

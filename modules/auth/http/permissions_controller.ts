import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { presentCatalog } from './credential_presenters.ts'
import { ActionRegistry } from '../services/action_registry.ts'

@singleton()
export default class PermissionsController {
  constructor(private registry: ActionRegistry) {}

  async index(ctx: HttpContext) {
    answer(ctx, presentCatalog(this.registry.catalog))
  }
}

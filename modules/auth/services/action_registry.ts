import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { ActionCatalog } from '../core/action_catalog.ts'

/**
 * The action catalog of this process. It is built at its first use, when every module has been
 * added.
 */
@singleton()
export class ActionRegistry {
  #catalog: ActionCatalog | null = null

  constructor(private host: ModuleHost) {}

  get catalog(): ActionCatalog {
    this.#catalog ??= new ActionCatalog(this.host.contributions('actions'))
    return this.#catalog
  }
}

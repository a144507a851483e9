import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalid } from '#app/http/errors/service_error'
import { resourcesOf, selectorsOf, type Selector, type WatchSource } from '../core/watch_sources.ts'
import { WatchStore } from '../storage/watch_store.ts'

const ACTIONS = ['svc:Subscribe', 'svc:ReadObject', 'svc:ReadBalance']

/** Resolves the sources of a watch, and checks that the caller may watch them. */
@singleton()
export class ResolveSources {
  constructor(
    private watches: WatchStore,
    private access: AccessControl
  ) {}

  /**
   * @param own finds watches of the caller's connection, which are not stored
   * @throws ServiceError VALIDATION_ERROR for a source that is not valid, or names no watch of the
   *   realm; FORBIDDEN
   */
  async run(
    { principal, realmId }: { principal: Principal; realmId: string },
    sources: readonly WatchSource[],
    own: (watchId: string) => readonly Selector[] | null = () => null
  ): Promise<Selector[]> {
    const result = await selectorsOf(sources, async (watchId) => {
      const held = own(watchId)
      if (held) return held
      const stored = await this.watches.find(watchId)
      if (stored?.realmId !== realmId) return null
      this.authorize(principal, stored.selectors, watchId)
      return stored.selectors
    })
    if ('problem' in result) throw invalid([result.problem])
    this.authorize(principal, result.selectors)
    return result.selectors
  }

  /**
   * @param named the watch that the selectors belong to, when the caller named one
   * @throws ServiceError FORBIDDEN
   */
  authorize(principal: Principal, selectors: readonly Selector[], named?: string) {
    for (const resource of selectors.flatMap(resourcesOf)) {
      for (const action of ACTIONS) this.access.authorize(principal, action, resource, named)
    }
  }
}

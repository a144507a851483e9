import type { ContainerResolver } from '@adonisjs/core/container'
import app from '@adonisjs/core/services/app'
import type { ContainerBindings } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { ModuleHost } from '#app/extension/module_host'
import { RealmLookup } from '#app/extension/realm_lookup'
import type { RealtimeAction } from '#app/extension/realtime_topic'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import type { TrustsPeer } from '#app/http/client_address'
import { RateLimits } from '#app/http/rate_limits'
import { LIMITS } from '#app/limits'
import type { SocketTerms } from '#app/realtime/socket_server'

/** What the connections of a process are given: contributions of the host and its modules. */
export async function socketTerms(
  container: Pick<ContainerResolver<ContainerBindings>, 'make'>
): Promise<SocketTerms> {
  return {
    access: await container.make(AccessControl),
    realms: await container.make(RealmLookup),
    catalogue: await container.make(ErrorCatalogue),
    clock: await container.make(Clock),
    log: await container.make('logger'),
    actions: actionsOf(await container.make(ModuleHost)),
    limits: LIMITS,
    rateLimits: await container.make(RateLimits),
    trustsPeer: app.config.get<{ trustProxy: TrustsPeer }>('app.http').trustProxy,
  }
}

/**
 * @throws Error when two topics take the same frame, because the answer would depend on the order
 *   of loading
 */
function actionsOf(host: ModuleHost): ReadonlyMap<string, RealtimeAction> {
  const actions = new Map<string, RealtimeAction>()
  for (const { name, actions: taken } of host.contributions('realtimeTopics')) {
    for (const action of taken) {
      if (actions.has(action.action)) {
        throw new Error(`The frame ${action.action} is taken twice, once by "${name}"`)
      }
      actions.set(action.action, action)
    }
  }
  return actions
}

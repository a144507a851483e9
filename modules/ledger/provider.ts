import type { ApplicationService } from '@adonisjs/core/types'
import { AccessControl } from '#app/extension/access_control'
import { ModuleHost } from '#app/extension/module_host'
import { Clock } from '#app/clock/clock'
import { Metrics } from '#app/observability/metrics'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Wakes } from '#app/realtime/wakes'
import { Database } from '#app/storage/database'
import { LEDGER_ACTIONS } from '#modules/ledger/actions'
import { LEDGER_ERRORS } from '#modules/ledger/errors'
import { confirmation } from '#modules/ledger/jobs/confirmation'
import { eventDispatch } from '#modules/ledger/jobs/event_dispatch'
import { objectWorkflow } from '#modules/ledger/jobs/object_workflow'
import { reaper } from '#modules/ledger/jobs/reaper'
import { settlement } from '#modules/ledger/jobs/settlement'
import { CashKind } from '#modules/ledger/kinds/cash_kind'
import { CashValuator } from '#modules/ledger/kinds/cash_valuator'
import { InstantRail } from '#modules/ledger/rails/instant_rail'
import { bindServices } from '#modules/ledger/services/bindings'
import { ledgerTopics } from '#modules/ledger/realtime/ledger_topics'
import { journalWake } from '#modules/ledger/realtime/journal_tail'
import { SubscribeEvents } from '#modules/ledger/realtime/subscribe_events'
import { WatchPath } from '#modules/ledger/realtime/watch_path'
import { GroupPoster } from '#modules/ledger/services/poster/group_poster'
import { Poster } from '#modules/ledger/services/poster/poster'
import { LEDGER_GLOSSARY } from '#modules/ledger/http/glossary'

/**
 * Loads the ledger: realms, objects, operations, and the poster. Its own kinds and rails go through
 * the same extension points as everybody's.
 */
export default class LedgerProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    this.#bindPoster()
    bindServices(this.app.container)
  }

  async boot() {
    const { container } = this.app
    const host = await container.make(ModuleHost)
    host.add({
      name: 'ledger',
      title: 'Ledger',
      glossary: LEDGER_GLOSSARY,
      description: 'Realms, objects, operations and double-entry movements.',
      routes: async (router) => {
        const { ledgerRoutes } = await import('#modules/ledger/http/routes')
        ledgerRoutes(router)
      },
      migrations: 'modules/ledger/storage/migrations',
      actions: LEDGER_ACTIONS,
      errors: LEDGER_ERRORS,
      events: {
        'realm.created': 'A realm was opened.',
        'realm.deleted': 'A realm was closed for ever.',
        'object.deleted': 'An object was deleted; its path may be used again.',
        'object.created': 'The create workflow of an object has finished; the object is usable.',
        'deposit.detected': 'Value for a deposit was seen outside; it is not credited yet.',
        'deposit.confirmed': 'Value from outside has arrived for good and is credited.',
        'deposit.completed': 'A deposit was credited.',
        'withdrawal.completed': 'A withdrawal has left; its amount is debited.',
        'withdrawal.failed': 'A withdrawal was refused; its amount is available again.',
        'object.withdrawn': 'A withdrawal emptied an object; its path is retired for ever.',
        'boundary.declared': 'A path became an isolation zone with a custody boundary of its own.',
        'boundary.frozen':
          'The holder of a recovery key has locked a boundary, or taken what was in it.',
        'boundary.unfrozen': 'The holder of a recovery key has unlocked a boundary.',
        'operation.failed': 'A pending operation failed; its holds were released.',
        'operation.expired': 'A pending operation passed its deadline.',
      },
      jobs: [settlement, confirmation, objectWorkflow, reaper, eventDispatch],
      objectKinds: [new CashKind()],
      settlementRails: [new InstantRail()],
      valuators: [new CashValuator()],
      realtimeTopics: ledgerTopics(
        () => container.make(WatchPath),
        () => container.make(SubscribeEvents)
      ),
    })
    await this.#observe()
  }

  #bindPoster() {
    this.app.container.singleton(Poster, async (resolver) => {
      const wakes = await resolver.make(Wakes)
      return new GroupPoster(
        await resolver.make(Database),
        await resolver.make(Clock),
        await resolver.make(OutboxRelay),
        (realmId) => wakes.wake(journalWake(realmId))
      )
    })
  }

  async #observe() {
    const { container } = this.app
    const metrics = await container.make(Metrics)
    metrics.observe('ledger_posting_queue', 'Requests waiting to be posted.', async () => {
      const poster = await container.make(Poster)
      return poster instanceof GroupPoster ? poster.depth : 0
    })
    // Named here so that a missing access module is found at boot, not by the first caller.
    if (!container.hasBinding(AccessControl)) {
      throw new Error('The ledger needs an AccessControl; load the auth module before it')
    }
  }
}

import type { ApplicationService } from '@adonisjs/core/types'
import { AccessControl } from '#app/extension/access_control'
import { ModuleHost } from '#app/extension/module_host'
import { RealmLookup } from '#app/extension/realm_lookup'
import { Clock } from '#app/clock/clock'
import { gaugeOf } from '#app/observability/instruments'
import { answerSiblings, siblingWith } from '#app/processes/siblings'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { OperationTraces } from '#app/tracing/operation_traces'
import { tracing } from '#app/tracing/tracing'
import { Wakes } from '#app/realtime/wakes'
import { Database } from '#app/storage/database'
import { assertLedgerLimits } from './limits.ts'
import { LEDGER_ACTIONS } from './actions.ts'
import { LEDGER_ERRORS } from './errors.ts'
import { LEDGER_LEG_KINDS } from './words.ts'
import { LEDGER_OPERATION_TYPES } from './core/operation_types.ts'
import { confirmation } from './jobs/confirmation.ts'
import { eventDispatch } from './jobs/event_dispatch.ts'
import { holdExpiry } from './jobs/hold_expiry.ts'
import { listenerBackfill } from './jobs/listener_backfill.ts'
import { objectWorkflow } from './jobs/object_workflow.ts'
import { reaper } from './jobs/reaper.ts'
import { settlement } from './jobs/settlement.ts'
import { CashKind } from './kinds/cash_kind.ts'
import { CashValuator } from './kinds/cash_valuator.ts'
import { InstantRail } from './rails/instant_rail.ts'
import { loadedWords } from './realtime/ledger_frames.ts'
import { ledgerTopics } from './realtime/ledger_topics.ts'
import { JournalTail, journalWake } from './realtime/journal_tail.ts'
import { fanOutMetrics, watchFanOut } from './realtime/watch_fan_out.ts'
import { scheduledPosting } from './http/scheduled_posting.ts'
import { scheduledTransfer } from './http/scheduled_transfer.ts'
import { SubscribeEvents } from './realtime/subscribe_events.ts'
import { WatchPath } from './realtime/watch_path.ts'
import { GroupPoster } from './services/poster/group_poster.ts'
import { HomePoster, homeOf } from './services/poster/home_poster.ts'
import { PostSplit } from './services/post_split.ts'
import { PostTransfer } from './services/post_transfer.ts'
import { Poster } from './services/poster/poster.ts'
import { TracedPoster } from './services/poster/traced_poster.ts'
import { PosterMeter } from './services/poster/poster_meter.ts'
import { RealmOwner } from './services/realm_owner.ts'
import { LEDGER_GLOSSARY } from './http/glossary.ts'
import { LEDGER_OPERATION_SCHEMAS } from './http/outcome_schemas.ts'

/**
 * Loads the ledger: realms, objects, operations, and the poster. Its own kinds and rails use the
 * same extension points as those of other modules.
 */
export default class LedgerProvider {
  #poster: GroupPoster | null = null

  constructor(protected app: ApplicationService) {}

  register() {
    this.#bindPoster()
    this.app.container.singleton(RealmLookup, (resolver) => resolver.make(RealmOwner))
  }

  async boot() {
    assertLedgerLimits()
    const { container } = this.app
    const host = await container.make(ModuleHost)
    const tail = await container.make(JournalTail)
    host.add({
      name: 'ledger',
      title: 'Ledger',
      glossary: LEDGER_GLOSSARY,
      description: 'Realms, objects, operations and double-entry movements.',
      routes: async (router) => {
        const { ledgerRoutes } = await import('./http/routes.ts')
        ledgerRoutes(router)
      },
      migrations: 'modules/ledger/storage/migrations',
      actions: LEDGER_ACTIONS,
      errors: LEDGER_ERRORS,
      operationTypes: LEDGER_OPERATION_TYPES,
      operationSchemas: LEDGER_OPERATION_SCHEMAS,
      legKinds: LEDGER_LEG_KINDS,
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
        'hold.created': 'An amount was reserved.',
        'hold.captured': 'An amount that was reserved was moved, or a part of it.',
        'hold.released': 'What was left of a hold is available again.',
        'hold.expired': 'The time of a hold is over; what was left of it is available again.',
        'operation.failed': 'A pending operation failed; its holds were released.',
        'operation.expired': 'A pending operation passed its deadline.',
      },
      jobs: [
        settlement,
        confirmation,
        objectWorkflow,
        holdExpiry,
        reaper,
        eventDispatch,
        listenerBackfill,
      ],
      objectKinds: [new CashKind()],
      settlementRails: [new InstantRail()],
      valuators: [new CashValuator()],
      scheduledActions: this.#scheduledActions(),
      unqueuedWork: [watchFanOut(tail)],
      metrics: [
        ...fanOutMetrics(tail),
        ...(await container.make(PosterMeter)).instruments(),
        gaugeOf(
          { name: 'ledger_posting_queue', help: 'Entries waiting to be posted.' },
          () => this.#poster?.depth ?? 0
        ),
      ],
      realtimeTopics: this.#topics(host),
    })
    this.#requireAccess()
  }

  /** A server can be asked by others as soon as they hear of it. */
  async ready() {
    if (this.app.getEnvironment() === 'web') await this.app.container.make(Poster)
  }

  #topics(host: ModuleHost) {
    const { container } = this.app
    return ledgerTopics(
      () => container.make(WatchPath),
      () => container.make(SubscribeEvents),
      () => loadedWords(host)
    )
  }

  #scheduledActions() {
    const { container } = this.app
    return [
      scheduledTransfer(() => container.make(PostTransfer)),
      scheduledPosting(() => container.make(PostSplit)),
    ]
  }

  #bindPoster() {
    this.app.container.singleton(Poster, async (resolver) => {
      const wakes = await resolver.make(Wakes)
      const meter = await resolver.make(PosterMeter)
      this.#poster = new GroupPoster(
        await resolver.make(Database),
        await resolver.make(Clock),
        await resolver.make(OutboxRelay),
        (realmId) => wakes.wake(journalWake(realmId)),
        meter
      )
      const home = (realmId: string) => siblingWith(homeOf(realmId))
      const poster = new HomePoster(this.#poster, home, meter)
      answerSiblings((...asked) => poster.answer(...asked))
      if (tracing() === null) return poster
      return new TracedPoster(poster, await resolver.make(OperationTraces))
    })
  }

  /** Checked here, so that a missing access module is found at boot and not by the first caller. */
  #requireAccess() {
    if (!this.app.container.hasBinding(AccessControl)) {
      throw new Error('The ledger needs an AccessControl; load the auth module before it')
    }
  }
}

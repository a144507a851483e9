import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { bind } from '#app/extension/bind'
import { AccessControl } from '#app/extension/access_control'
import { ModuleHost } from '#app/extension/module_host'
import { JournalCuts, ReadObject, RealmDirectory } from '#modules/ledger/index'
import { ANALYTICS_ERRORS } from './errors.ts'
import { analyticsRoutes } from './http/routes.ts'
import { historyRetention, historySeal } from './jobs/history_jobs.ts'
import { bindHistories } from './services/history_bindings.ts'
import { ReadAggregate } from './services/read_aggregate.ts'
import { ReadPnl } from './services/read_pnl.ts'
import { ReadValuation } from './services/read_valuation.ts'
import { ValueAtCut } from './services/value_at_cut.ts'
import { ValueObjects } from './services/value_objects.ts'
import { bindWatches, watchingParts } from './watch_bindings.ts'
import { watchEviction } from './jobs/watch_eviction.ts'
import { ANALYTICS_GLOSSARY } from './http/glossary.ts'

/** Analytics: what objects and prefixes are worth, asked of every module's valuators. */
export default class AnalyticsProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    bind(container, ValueObjects, ModuleHost)
    bind(container, ValueAtCut, JournalCuts, ValueObjects, Clock)
    bind(container, ReadValuation, ReadObject, ValueAtCut)
    bind(container, ReadAggregate, RealmDirectory, ValueAtCut, AccessControl)
    bind(container, ReadPnl, JournalCuts, RealmDirectory, ValueObjects, ValueAtCut, AccessControl)
    bindHistories(container)
    bindWatches(container)
  }

  async boot() {
    const host = await this.app.container.make(ModuleHost)
    host.add({
      name: 'analytics',
      title: 'Analytics',
      glossary: ANALYTICS_GLOSSARY,
      description: 'What objects and path prefixes are worth.',
      routes: analyticsRoutes,
      errors: ANALYTICS_ERRORS,
      migrations: 'modules/analytics/storage/migrations',
      jobs: [historySeal, historyRetention, watchEviction],
      ...(await watchingParts(this.app.container)),
    })
  }

  /** All modules are known now: two that value one type stop the service here. */
  async start() {
    const values = await this.app.container.make(ValueObjects)
    values.valuators()
  }
}

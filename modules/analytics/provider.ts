import type { ApplicationService } from '@adonisjs/core/types'
import { bind } from '#app/extension/bind'
import { AccessControl } from '#app/extension/access_control'
import { ModuleHost } from '#app/extension/module_host'
import { Database } from '#app/storage/database'
import { ObjectReader, ReadObject, RealmDirectory } from '#modules/ledger/index'
import { ANALYTICS_ERRORS } from './errors.ts'
import { analyticsRoutes } from './http/routes.ts'
import { ReadAggregate } from './services/read_aggregate.ts'
import { ReadValuation } from './services/read_valuation.ts'
import { ValueObjects } from './services/value_objects.ts'

/** Analytics: what objects and prefixes are worth, asked of every module's valuators. */
export default class AnalyticsProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    bind(container, ValueObjects, ModuleHost)
    bind(container, ReadValuation, Database, ReadObject, ValueObjects)
    bind(
      container,
      ReadAggregate,
      Database,
      RealmDirectory,
      ObjectReader,
      ValueObjects,
      AccessControl
    )
  }

  async boot() {
    const host = await this.app.container.make(ModuleHost)
    host.add({
      name: 'analytics',
      title: 'Analytics',
      description: 'What objects and path prefixes are worth.',
      routes: analyticsRoutes,
      errors: ANALYTICS_ERRORS,
    })
  }

  /** All modules are known now: two that value one type stop the service here. */
  async start() {
    const values = await this.app.container.make(ValueObjects)
    values.valuators()
  }
}

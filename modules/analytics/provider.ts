import type { ApplicationService } from '@adonisjs/core/types'
import { ModuleHost } from '#app/extension/module_host'
import { ANALYTICS_ERRORS } from './errors.ts'
import { analyticsRoutes } from './http/routes.ts'
import { historyRetention, historySeal } from './jobs/history_jobs.ts'
import { analyticsTopics } from './realtime/analytics_topics.ts'
import { ValuationPart } from './realtime/valuation_part.ts'
import { ValueObjects } from './services/value_objects.ts'
import { watchEviction } from './jobs/watch_eviction.ts'
import { ANALYTICS_GLOSSARY } from './http/glossary.ts'

/** Loads analytics: the worth of objects and prefixes, asked of every module's valuators. */
export default class AnalyticsProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    const { container } = this.app
    const host = await container.make(ModuleHost)
    host.add({
      name: 'analytics',
      title: 'Analytics',
      glossary: ANALYTICS_GLOSSARY,
      description: 'What objects and path prefixes are worth.',
      routes: analyticsRoutes,
      errors: ANALYTICS_ERRORS,
      migrations: 'modules/analytics/storage/migrations',
      jobs: [historySeal, historyRetention, watchEviction],
      watchParts: [await container.make(ValuationPart)],
      realtimeTopics: analyticsTopics(container.createResolver()),
    })
  }

  /** All modules are loaded now: two valuators of one type stop the service here. */
  async start() {
    const values = await this.app.container.make(ValueObjects)
    values.valuators()
  }
}

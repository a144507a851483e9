import type { ApplicationService } from '@adonisjs/core/types'
import { ModuleHost } from '#app/extension/module_host'
import { SCHEDULE_ACTIONS } from './actions.ts'
import { SCHEDULES_GLOSSARY } from './http/glossary.ts'
import { scheduleRoutes } from './http/routes.ts'
import { scheduleOccurrence } from './jobs/schedule_occurrence.ts'
import { schedulePurge } from './jobs/schedule_purge.ts'
import { scheduleSweep } from './jobs/schedule_sweep.ts'
import { assertScheduleLimits } from './limits.ts'
import { scheduleMetrics } from './schedule_metrics.ts'
import { SCHEDULE_EVENTS } from './services/tell_schedule.ts'
import { ScheduleStore } from './storage/schedule_store.ts'

/** Loads schedules: requests that are made at their times, once each. */
export default class SchedulesProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    assertScheduleLimits()
    const { container } = this.app
    const host = await container.make(ModuleHost)
    host.add({
      name: 'schedules',
      title: 'Schedules',
      description: 'Requests that are made at their times: once, or by a rule.',
      routes: scheduleRoutes,
      glossary: SCHEDULES_GLOSSARY,
      migrations: 'modules/schedules/storage/migrations',
      actions: SCHEDULE_ACTIONS,
      events: SCHEDULE_EVENTS,
      jobs: [scheduleOccurrence, scheduleSweep, schedulePurge],
      consolePages: {
        folder: this.app.makePath('modules/schedules/pages'),
        pages: [
          {
            address: '/console/realms/:realmId/schedules',
            title: 'Schedules',
            script: 'schedules.js',
          },
          { address: '/console/realms/:realmId/schedules/:scheduleId', script: 'schedule.js' },
        ],
      },
      sharedMetrics: [scheduleMetrics(await container.make(ScheduleStore))],
    })
  }
}

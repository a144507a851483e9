import type { ApplicationService } from '@adonisjs/core/types'
import { ModuleHost } from '#app/extension/module_host'
import { MONITORS_GLOSSARY } from './http/glossary.ts'
import { monitorRoutes } from './http/routes.ts'
import { monitorSweep } from './jobs/monitor_sweep.ts'
import { assertMonitorLimits } from './limits.ts'
import { monitorMetrics } from './monitor_metrics.ts'
import { MONITOR_EVENTS } from './services/tell_crossing.ts'
import { MonitorStore } from './storage/monitor_store.ts'

/** Loads monitors: values that are watched, and told once when they cross a threshold. */
export default class MonitorsProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    assertMonitorLimits()
    const { container } = this.app
    const host = await container.make(ModuleHost)
    host.add({
      name: 'monitors',
      title: 'Monitors',
      description: 'Values that are watched, and told once when they cross a threshold.',
      routes: monitorRoutes,
      glossary: MONITORS_GLOSSARY,
      migrations: 'modules/monitors/storage/migrations',
      events: MONITOR_EVENTS,
      jobs: [monitorSweep],
      sharedMetrics: [monitorMetrics(await container.make(MonitorStore))],
      consolePages: {
        folder: this.app.makePath('modules/monitors/pages'),
        pages: [
          {
            address: '/console/realms/:realmId/monitors',
            title: 'Monitors',
            script: 'monitors.js',
          },
        ],
      },
    })
  }
}

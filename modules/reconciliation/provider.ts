import type { ApplicationService } from '@adonisjs/core/types'
import { ModuleHost } from '#app/extension/module_host'
import { RECONCILIATION_ACTIONS } from './actions.ts'
import { RECONCILIATION_GLOSSARY } from './http/glossary.ts'
import { reconciliationRoutes } from './http/routes.ts'
import { reconciliationPurge } from './jobs/reconciliation_purge.ts'
import { reconciliationRun } from './jobs/reconciliation_run.ts'
import { assertReconciliationLimits } from './limits.ts'
import { reconciliationMetrics } from './reconciliation_metrics.ts'
import { RECONCILIATION_EVENTS } from './services/tell_reconciliation.ts'
import { ReconciliationStore } from './storage/reconciliation_store.ts'

/** Loads reconciliations: files of banks and processors that are compared with the books. */
export default class ReconciliationProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    assertReconciliationLimits()
    const { container } = this.app
    const host = await container.make(ModuleHost)
    host.add({
      name: 'reconciliation',
      title: 'Reconciliation',
      description: 'Files of banks and processors, compared with the books line by line.',
      routes: reconciliationRoutes,
      glossary: RECONCILIATION_GLOSSARY,
      migrations: 'modules/reconciliation/storage/migrations',
      actions: RECONCILIATION_ACTIONS,
      events: RECONCILIATION_EVENTS,
      jobs: [reconciliationRun, reconciliationPurge],
      consolePages: {
        folder: this.app.makePath('modules/reconciliation/pages'),
        pages: [
          {
            address: '/console/realms/:realmId/reconciliations',
            title: 'Reconciliations',
            script: 'reconciliations.js',
          },
          {
            address: '/console/realms/:realmId/reconciliations/:reconciliationId',
            script: 'reconciliation.js',
          },
        ],
      },
      sharedMetrics: [reconciliationMetrics(await container.make(ReconciliationStore))],
    })
  }
}

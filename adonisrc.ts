import { defineConfig } from '@adonisjs/core/app'

export default defineConfig({
  commands: [
    () => import('@adonisjs/core/commands'),
    () => import('@adonisjs/lucid/commands'),
    () => import('#modules/auth/commands/main'),
    () => import('#modules/ledger/commands/main'),
    () => import('#modules/custody/commands/main'),
  ],

  /**
   * Order matters twice: providers boot from top to bottom and shut down from bottom to top, so the
   * queues (which use the database) close before the database does, and a module may rely on the
   * faces of the modules above it.
   */
  providers: [
    () => import('@adonisjs/core/providers/app_provider'),
    () => import('@adonisjs/core/providers/hash_provider'),
    { file: () => import('@adonisjs/core/providers/repl_provider'), environment: ['repl', 'test'] },
    () => import('@adonisjs/core/providers/vinejs_provider'),
    () => import('@adonisjs/core/providers/edge_provider'),
    () => import('@adonisjs/i18n/i18n_provider'),
    () => import('@adonisjs/cors/cors_provider'),
    () => import('@adonisjs/lucid/database_provider'),
    () => import('#providers/tracing_provider'),
    () => import('#providers/host_provider'),
    () => import('#providers/queue_provider'),
    () => import('#providers/realtime_provider'),
    () => import('#modules/auth/provider'),
    () => import('#modules/ledger/provider'),
    () => import('#modules/custody/provider'),
    () => import('#modules/venue/provider'),
    () => import('#modules/analytics/provider'),
    () => import('#modules/payment_links/provider'),
    () => import('#modules/webhooks/provider'),
    () => import('#modules/schedules/provider'),
    () => import('#modules/monitors/provider'),
    () => import('#modules/reconciliation/provider'),
    () => import('#modules/approvals/provider'),
    () => import('#modules/console/provider'),
    () => import('#providers/modules_provider'),
  ],

  preloads: [() => import('#start/kernel'), () => import('#start/routes')],

  directories: { views: 'resources/views' },
})

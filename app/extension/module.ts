import type { HttpRouterService } from '@adonisjs/core/types'
import type { Metric } from 'prom-client'
import type { ErrorEntries } from '#app/http/errors/catalogue'
import type { ActionDefinition } from '#app/extension/actions'
import type { ConsolePages } from '#app/extension/console_pages'
import type { EventListener } from '#app/extension/event_listener'
import type { GuardRefusals } from '#app/extension/guarded_step'
import type { RealmLossSource } from '#app/extension/realm_loss_source'
import type { RealtimeTopic } from '#app/extension/realtime_topic'
import type { ScheduledAction } from '#app/extension/scheduled_action'
import type { LegKinds, OperationSchemas, OperationType } from '#app/extension/vocabulary'
import type { Glossary } from '#app/http/openapi/glossary'
import type { HealthCheck } from '#app/observability/health'
import type { SharedMetrics } from '#app/observability/shared_metrics'
import type { PreflightCheck } from '#app/preflight/weakness'
import type { JobDefinition } from '#app/queue/job'
import type { UnqueuedWork } from '#app/queue/unqueued_work'

/**
 * A part of the code base: everything that a module brings, as one object. Its provider passes it
 * to `ModuleHost.add` in `boot`; the host mounts routes, runs migrations and starts jobs. Only
 * `name` and `title` are required. A module that others contribute to adds its own extension points
 * here, each beside its contract (`modules/ledger/extension/`).
 */
export interface ServiceModule {
  /** Folder name, snake_case; unique. */
  name: string
  /** Tag in the API reference. */
  title: string
  description?: string
  /** What the fields of its requests and answers mean, for the API reference. */
  glossary?: Glossary
  /**
   * Called once at start with the router; paths are absolute (`/api/v1/…`). Every route must
   * declare `.access(…)`.
   */
  routes?: (router: HttpRouterService) => void | Promise<void>
  /** Migration folder, relative to the application root or absolute. */
  migrations?: string
  actions?: ActionDefinition[]
  errors?: ErrorEntries
  /** Codes with which it may refuse steps of the requests of other modules. */
  guardRefusals?: GuardRefusals[]
  /** The event types that it emits, with the meaning of each. */
  events?: Record<string, string>
  /** The types of the operations that it makes. */
  operationTypes?: readonly OperationType[]
  /** What the API document says of outcomes and contexts, also of what it composes under a type of another module. */
  operationSchemas?: Partial<Record<OperationType, OperationSchemas>>
  /** The kinds of the legs that it posts, with the meaning of an amount of each for its account. */
  legKinds?: Partial<LegKinds>
  jobs?: JobDefinition[]
  /** Work that no queue carries, which operators see beside the queues. */
  unqueuedWork?: UnqueuedWork[]
  healthChecks?: HealthCheck[]
  /** What each process counts of its own work; made with `registers: []`. */
  metrics?: Metric[]
  /** What all processes tell alike, because it is read from the database or the chain. */
  sharedMetrics?: SharedMetrics[]
  /** Checks before a start that find unsafe settings. */
  preflightChecks?: PreflightCheck[]
  listeners?: EventListener[]
  realtimeTopics?: RealtimeTopic[]
  consolePages?: ConsolePages
  realmLosses?: RealmLossSource[]
  /** Requests of its own that a schedule can make. */
  scheduledActions?: ScheduledAction[]
}

import type { HttpRouterService } from '@adonisjs/core/types'
import type { ErrorEntries } from '#app/http/errors/catalogue'
import type { ActionDefinition } from '#app/extension/actions'
import type { BookCheckSource } from '#app/extension/book_check_source'
import type { BoundaryStatusSource } from '#app/extension/boundary_status_source'
import type { EventListener } from '#app/extension/event_listener'
import type { EvidenceSource } from '#app/extension/evidence_source'
import type { MovementGuard } from '#app/extension/movement_guard'
import type { ObjectKind } from '#app/extension/object_kind'
import type { RealmLossSource } from '#app/extension/realm_loss_source'
import type { RealtimeTopic } from '#app/extension/realtime_topic'
import type { SettlementRail } from '#app/extension/settlement_rail'
import type { LegKinds, OperationType } from '#app/extension/vocabulary'
import type { Valuator } from '#app/extension/valuator'
import type { WatchPart } from '#app/extension/watch_part'
import type { Glossary } from '#app/http/openapi/glossary'
import type { HealthCheck } from '#app/observability/health'
import type { PreflightCheck } from '#app/preflight/weakness'
import type { JobDefinition } from '#app/queue/job'

/**
 * A part of the code base: everything that a module brings, as one object. Its provider passes it
 * to `ModuleHost.add` in `boot`; the host mounts routes, runs migrations and starts jobs. Only
 * `name` and `title` are required. A module that others contribute to adds its own extension points
 * (`modules/ledger/extension/`).
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
  /** Migration folder, relative to the application root. */
  migrations?: string
  actions?: ActionDefinition[]
  errors?: ErrorEntries
  /** The event types that it emits, with the meaning of each. */
  events?: Record<string, string>
  /** The types of the operations that it makes. */
  operationTypes?: readonly OperationType[]
  /** The kinds of the legs that it posts, with the meaning of an amount of each for its account. */
  legKinds?: Partial<LegKinds>
  jobs?: JobDefinition[]
  healthChecks?: HealthCheck[]
  /** Checks before a start that find unsafe settings. */
  preflightChecks?: PreflightCheck[]
  listeners?: EventListener[]
  objectKinds?: ObjectKind[]
  settlementRails?: SettlementRail[]
  movementGuards?: MovementGuard[]
  valuators?: Valuator[]
  bookChecks?: BookCheckSource[]
  evidenceSources?: EvidenceSource[]
  boundaryStatusSources?: BoundaryStatusSource[]
  realtimeTopics?: RealtimeTopic[]
  watchParts?: WatchPart[]
  realmLosses?: RealmLossSource[]
}

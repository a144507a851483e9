/**
 * `ledger-custody-service/module`: what a module in an npm package uses of the host. Names that stand
 * here, in `ledger.ts`, `auth.ts` and `testing.ts` are kept as the version promises; everything else
 * of the service may change with any release.
 */
export { default as vine } from '@vinejs/vine'
export { BaseSchema } from '@adonisjs/lucid/schema'
export { BaseCommand, args, flags } from '@adonisjs/core/ace'
export type { HttpContext } from '@adonisjs/core/http'
export type { ApplicationService, HttpRouterService } from '@adonisjs/core/types'

export { ModuleHost } from '#app/extension/module_host'
export type { ServiceModule } from '#app/extension/module'
export { singleton } from '#app/extension/singleton'
export { AccessControl } from '#app/extension/access_control'
export { seesEverything } from '#app/extension/full_sight'
export type { ActionDefinition } from '#app/extension/actions'
export type { ConsolePages } from '#app/extension/console_pages'
export type { CommittedEvent, EventListener } from '#app/extension/event_listener'
export type { Principal } from '#app/extension/principal'
export type { RealmLoss, RealmLossSource } from '#app/extension/realm_loss_source'
export type { RealtimeTopic } from '#app/extension/realtime_topic'
export { confirmedByPerson } from '#app/extension/step_up'

export { access, on } from '#app/http/access'
export { answer, enveloped, type Reply } from '#app/http/envelope'
export { ErrorCatalogue, type ErrorEntries } from '#app/http/errors/catalogue'
export {
  ServiceError,
  invalidField,
  notFound,
  objectNotFound,
} from '#app/http/errors/service_error'
export { AnswerOnce, keepNothing, type Keep } from '#app/http/idempotency/answer_once'
export { idempotency } from '#app/http/idempotency/route_idempotency'
export { input } from '#app/http/input'
export { principalOf } from '#app/http/middleware/declared_route_middleware'
export { of, type Glossary } from '#app/http/openapi/glossary'
export {
  callerPath,
  instant,
  jsonInForm,
  opaqueId,
  pageCursor,
  pageLimit,
  pathFilters,
  pathPrefix,
  plainText,
  realmId,
  timeFilters,
  uploadedFile,
  usdAmount,
  wholeNumber,
} from '#app/http/rules'
export { schema } from '#app/http/schemas'
export { secureHtml } from '#app/http/secure_html'
export { checkRange } from '#app/http/time_range'
export type { UploadedFile } from '#app/http/uploaded_file'

export { Clock, type Micros } from '#app/clock/clock'
export { sqlToMicros, toRfc3339, toSqlDatetime } from '#app/clock/timestamp'
export { idOf, newId } from '#app/ids/ids'
export { LIMITS, assertRules } from '#app/limits'
export { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
export { isReservedPath, pathProblem } from '#app/paths/path'
export { checkedLookup } from '#app/outbound/checked_lookup'
export { isPublicAddress } from '#app/outbound/public_address'

export type { HealthCheck } from '#app/observability/health'
export { counterOf, gaugeOf } from '#app/observability/instruments'
export type { SharedMetrics } from '#app/observability/shared_metrics'
export type { PreflightCheck } from '#app/preflight/weakness'

export { defineJob, type JobConcern, type JobDefinition, type OutboxJob } from '#app/queue/job'
export { Outbox } from '#app/queue/outbox'
export { OutboxRelay } from '#app/queue/outbox_relay'

export { Database, type SqlReader, type SqlSession, type SqlValue } from '#app/storage/database'
export { entityPage } from '#app/storage/keyset_page'
export { purgeRows } from '#app/storage/purge_rows'
export { Table, count, flag, json, money, text, time } from '#app/storage/table'

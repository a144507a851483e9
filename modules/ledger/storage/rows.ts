import type { OperationType } from '#app/extension/vocabulary'
import { sqlToMicros } from '#app/clock/timestamp'
import { columnToAtoms } from '#app/money/usd'
import type { BoundaryStatus } from '../extension/boundary_status_source.ts'
import type { LedgerObject, ObjectStatus, Operation, OperationState } from '../core/terms.ts'
import { toOutcome } from './outcome_text.ts'

/** Rows as the driver returns them: times, and numbers of BIGINT and DECIMAL columns, are text. */
export interface ObjectRow {
  id: string
  realm_id: string
  path: string
  type: string
  denomination: string
  status: ObjectStatus
  boundary_id: string
  keeps_own_books: number
  has_limits: number
  display_name: string | null
  metadata: string | null
  created_at: string
  updated_at: string
  ready_at: string | null
  deleted_at: string | null
  withdrawn_at: string | null
}

export const OBJECT_COLUMNS = `id, realm_id, path, type, denomination, status, boundary_id,
  keeps_own_books, has_limits, display_name, metadata, created_at, updated_at, ready_at, deleted_at, withdrawn_at`

/** An object as it is shown: with its labels, and the root of the zone that it lies in. */
export interface ShownObjectRow extends ObjectRow {
  /** JSON text; null when there are none, or when they were not asked for. */
  labels: string | null
  /** null for objects of the realm's default boundary. */
  boundary_root: string | null
  /** Set when the boundary is not active. It is no column: the module that knows is asked. */
  boundary?: BoundaryStatus
}

const BOUNDARY_ROOT = `(SELECT zones.path FROM isolation_zones zones
  WHERE zones.boundary_id = objects.boundary_id) AS boundary_root`

/** Columns of a list of objects: without labels. */
export const LISTED_OBJECT_COLUMNS = `${OBJECT_COLUMNS}, NULL AS labels, ${BOUNDARY_ROOT}`

/** Columns of objects with their labels. */
export const SHOWN_OBJECT_COLUMNS = `${OBJECT_COLUMNS}, (SELECT own.labels FROM object_labels own
  WHERE own.object_id = objects.id) AS labels, ${BOUNDARY_ROOT}`

export interface OperationRow {
  id: string
  realm_id: string
  path: string
  type: OperationType
  state: OperationState
  request_hash: string
  input: string
  outcome: string
  failure_message: string | null
  actor_type: string
  actor_id: string
  source_object_id: string | null
  source_path: string | null
  target_object_id: string | null
  target_path: string | null
  denomination: string | null
  amount: string | null
  created_at: string
  updated_at: string
}

export const OPERATION_COLUMNS = `id, realm_id, path, type, state, request_hash, input, outcome,
  failure_message, actor_type, actor_id, source_object_id, source_path, target_object_id,
  target_path, denomination, amount, created_at, updated_at`

export function toLedgerObject(row: ObjectRow): LedgerObject {
  return {
    id: row.id,
    realmId: row.realm_id,
    path: row.path,
    type: row.type,
    denomination: row.denomination,
    status: row.status,
    boundaryId: row.boundary_id,
    keepsOwnBooks: row.keeps_own_books === 1,
    hasLimits: row.has_limits === 1,
    metadata: row.metadata,
    readyAt: row.ready_at === null ? null : sqlToMicros(row.ready_at),
    displayName: row.display_name,
    deletedAt: row.deleted_at === null ? null : sqlToMicros(row.deleted_at),
    withdrawnAt: row.withdrawn_at === null ? null : sqlToMicros(row.withdrawn_at),
  }
}

export function toOperation(row: OperationRow): Operation {
  return {
    id: row.id,
    realmId: row.realm_id,
    path: row.path,
    type: row.type,
    state: row.state,
    requestHash: row.request_hash,
    input: row.input,
    outcome: toOutcome(row.outcome),
    failureMessage: row.failure_message,
    actorType: row.actor_type,
    actorId: row.actor_id,
    source: { objectId: row.source_object_id, path: row.source_path },
    target: { objectId: row.target_object_id, path: row.target_path },
    denomination: row.denomination,
    amount: row.amount === null ? null : columnToAtoms(row.amount),
    createdAt: sqlToMicros(row.created_at),
    updatedAt: sqlToMicros(row.updated_at),
  }
}

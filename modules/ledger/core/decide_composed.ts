import type { OutboxJob } from '#app/queue/job'
import { isReservedPath } from '#app/paths/path'
import type { Micros } from '#app/clock/clock'
import { derivedId } from '#app/ids/ids'
import type { ComposedEntry, ComposedHolder, Composition } from '../extension/companion.ts'
import { assert } from './assert.ts'
import { defaultBoundaryId } from './boundaries.ts'
import { type Decision, emptyPosting, noOperation, type Posting, refuse } from './decision.ts'
import { authorityOf, newOperation, replayOf } from './idempotency.ts'
import { requestHash } from './request_hash.ts'
import {
  forOperation,
  withoutOperation,
  small,
  type PlainRequest,
  type OperationRequest,
} from './request_kind.ts'
import type { RealmState } from './state.ts'
import { systemObject } from './system_object.ts'
import type { Leg, LedgerObject, OperationDraft } from './terms.ts'
import { unknownObject } from './usable_object.ts'

/**
 * Another module decides inside the posting transaction, for a caller who named an operation path.
 */
export interface ComposedCommandRequest extends OperationRequest<'composed_command'> {
  /** The object that the command is about, of a kind that keeps books of its own. */
  objectId: string
}

export const COMPOSED_COMMAND = forOperation<ComposedCommandRequest>({
  decide: decideComposed,
  reads: ({ objectId }) => ({ objectIds: [objectId] }),
  bytes: small,
})

/**
 * Another module decides inside the posting transaction, without a caller: time has passed, or the
 * service has work to do.
 */
export interface ComposedPassRequest extends PlainRequest<'composed_pass'> {
  /** The operation that this is a step of. The step is done only while the operation is pending. */
  operationId?: string
}

export const COMPOSED_PASS = withoutOperation<ComposedPassRequest>({
  decide: decidePass,
  reads: ({ operationId }) => ({ operationIds: operationId === undefined ? [] : [operationId] }),
  bytes: small,
})

/** A used path is the answer. Otherwise the object must exist before its kind is asked. */
export function decideComposed(state: RealmState, request: ComposedCommandRequest): Decision {
  const replay = replayOf(state, request.operation)
  if (replay) return replay
  const object = state.objectsById.get(request.objectId)
  if (!object || object.readyAt === null || !object.keepsOwnBooks) {
    return unknownObject(request.objectId)
  }
  if (object.status === 'deleting') {
    const details = { objectId: object.id }
    return refuse('CONFLICT', {
      message: `The object ${object.path} is being deleted.`,
      next: 'Wait until its delete operation has ended.',
      details,
    })
  }
  return object.status === 'active' ? { kind: 'to_compose' } : unknownObject(request.objectId)
}

/**
 * A step of an operation that has ended is refused, because it may do harm: a run that was taken
 * for dead comes late, and would begin again what another run has finished.
 */
export function decidePass(state: RealmState, { operationId }: ComposedPassRequest): Decision {
  if (operationId === undefined) return { kind: 'to_compose' }
  const operation = state.operationsById.get(operationId)
  if (!operation) return noOperation(operationId)
  return operation.state === 'pending'
    ? { kind: 'to_compose' }
    : { kind: 'settled_before', operation }
}

/** The object ids and reserved paths whose balances the legs of a composition touch. */
export function partiesOf(entries: readonly ComposedEntry[]) {
  const ids = new Set<string>()
  const paths = new Set<string>()
  for (const { legs, objectId, events, deltas } of entries) {
    for (const each of [...events, ...deltas]) ids.add(each.objectId)
    if (objectId !== null) ids.add(objectId)
    for (const { holder } of legs) {
      if ('objectId' in holder) ids.add(holder.objectId)
      else paths.add(holder.systemPath)
    }
  }
  return { ids, paths }
}

/** The request that a companion takes part in. */
interface Accompanied {
  realmId: string
  /** Name of the companion's module, the actor of entries that no caller asked for. */
  module: string
  operation?: OperationDraft
  jobs?: OutboxJob[]
}

/**
 * Turns what a companion has composed into postings, after the parties were loaded. It touches only
 * objects with books of their own and the service's accounts, so that a mistake of another module
 * cannot reach a caller's cash.
 */
export function postingsOfComposition(
  state: RealmState,
  request: Accompanied,
  { entries }: Extract<Composition, { kind: 'composed' }>,
  now: Micros
): Decision & { kind: 'composed' } {
  const made = new Map<string, LedgerObject>()
  const postings = entries.map((entry) => postingOf(state, request, entry, { made, now }))
  const asked = postings.find(({ operation }) => {
    return operation !== null && operation.row.id === request.operation?.id
  })
  const [first] = postings
  if (first) {
    first.newObjects = [...made.values()]
    first.jobs = request.jobs ?? []
  }
  return { kind: 'composed', postings, operation: asked?.operation?.row ?? null }
}

interface Making {
  /** The service's accounts that this composition is the first to use. */
  made: Map<string, LedgerObject>
  now: Micros
}

function postingOf(
  state: RealmState,
  request: Accompanied,
  entry: ComposedEntry,
  making: Making
): Posting {
  const { realmId } = request
  const { now } = making
  const draft = draftOf(request, entry)
  const authority = draft ? authorityOf(draft) : `system:${request.module}`
  const posting = emptyPosting(
    entry.opType,
    authority,
    entry.state === 'failed' ? 'released' : 'committed'
  )
  const path = entry.objectId === null ? null : pathOf(state, entry.objectId)
  if (draft) {
    const row = newOperation(realmId, draft, now, {
      state: entry.state,
      outcome: { status: entry.state, ...entry.outcome },
      target: { objectId: entry.objectId, path },
      ...(entry.denomination !== null && { denomination: entry.denomination }),
      ...(entry.amount !== null && { amount: entry.amount }),
    })
    const { failureMessage } = entry
    posting.operation = { kind: 'new', row: { ...row, failureMessage } }
  }
  assert(entry.state === 'completed' || entry.legs.length === 0, 'what failed moves nothing')
  posting.legs = entry.legs.map(({ holder, denomination, amount, kind }): Leg => {
    const object = holderOf(state, realmId, holder, making)
    assert(object.keepsOwnBooks || isReservedPath(object.path), 'a companion moves its own only')
    return { objectId: object.id, denomination, amount, kind }
  })
  const nowMs = Math.floor(now / 1000)
  const idOf = (prefix: 'evt' | 'dlt', index: number) =>
    derivedId(
      prefix,
      nowMs,
      `${prefix}:${draft?.id ?? realmId}:${now}:${entrySeed(entry)}:${index}`
    )
  posting.events = entry.events.map(({ type, objectId, payload }, index) => ({
    id: idOf('evt', index),
    type,
    objectId,
    objectPath: pathOf(state, objectId),
    payload: JSON.stringify(payload),
  }))
  posting.deltas = entry.deltas.map((delta, index) => ({
    ...delta,
    id: idOf('dlt', index),
    objectPath: pathOf(state, delta.objectId),
  }))
  return posting
}

/** What tells entries without an operation apart. */
function entrySeed({ events }: ComposedEntry): string {
  return events.length === 0 ? '' : JSON.stringify(events[0])
}

function draftOf(request: Accompanied, { operation }: ComposedEntry): OperationDraft | null {
  if (operation === null) return null
  if (operation === 'asked') {
    assert(request.operation !== undefined, 'only a command is asked for by somebody')
    return request.operation
  }
  const { id, path, type, input } = operation
  assert(isReservedPath(path), 'what follows a command has a path nobody else can use')
  return {
    id,
    path,
    type,
    requestHash: requestHash(type, { path }),
    input,
    actorType: 'system',
    actorId: request.module,
  }
}

function pathOf(state: RealmState, objectId: string): string {
  const object = state.objectsById.get(objectId)
  assert(object !== undefined, 'the parties of a composition are loaded')
  return object.path
}

function holderOf(
  state: RealmState,
  realmId: string,
  holder: ComposedHolder,
  { made, now }: Making
): LedgerObject {
  if ('objectId' in holder) {
    const object = state.objectsById.get(holder.objectId)
    assert(object !== undefined, 'the parties of a composition are loaded')
    return object
  }
  const path = holder.systemPath
  const known = state.objectsByPath.get(path) ?? made.get(path)
  if (known) return known
  assert(isReservedPath(path), 'only accounts of the service are made on first use')
  const id = derivedId('obj', Math.floor(now / 1000), `system:${realmId}:${path}`)
  const place = { id, realmId, path, boundaryId: defaultBoundaryId(realmId) }
  const object = systemObject(place, now, holder.keepsOwnBooks)
  made.set(path, object)
  return object
}

import type { Micros } from '#app/clock/clock'
import type { OperationType } from '#app/extension/vocabulary'
import type { OutboxJob } from '#app/queue/job'
import type { Conditions } from './conditions.ts'
import type { Decision } from './decision.ts'
import type { RealmState } from './state.ts'
import type { Operation, OperationDraft } from './terms.ts'

/** An operation as this process has read it before it asked: somebody else may have changed it since. */
export interface SeenOperation<Type extends OperationType = OperationType> {
  operation: Operation<Type>
  /** In milliseconds of this process: it was read after this moment. */
  after: number
}

/**
 * What a request looks at in its realm. Objects come with their balances, pending operations with
 * their holds.
 */
export interface Reads {
  /** Operations, with the objects on both sides. */
  operationIds?: readonly string[]
  /** One of them, which is not read once more where nothing can have changed it. */
  seen?: SeenOperation
  /** Paths of objects that still hold these paths. */
  objectPaths?: readonly string[]
  /** Ids of objects, deleted ones included. */
  objectIds?: readonly string[]
  /** Paths whose zones, at and above them, are loaded. */
  zonesAbove?: readonly string[]
  /** Paths at or below which an object may stand. */
  occupantsOf?: readonly string[]
  /** Ids among `objectIds` whose labels are loaded. */
  labelsOf?: readonly string[]
  /** Ids among `objectIds` whose limits are loaded, also when they have none. */
  limitsOf?: readonly string[]
  /** Ids among `objectIds` whose newest deltas are known (`state.changes`), so that a repeat finds its own. */
  changesOf?: readonly string[]
  /** Ids among `operationIds` of which it is loaded how much was reversed. */
  reversedOf?: readonly string[]
  /** Ids among the objects whose versions are loaded. */
  versionsOf?: readonly string[]
  /** Windows of spending, as `windowsRead` names them. */
  spentIn?: readonly string[]
  /** Whether any caller's object holds or awaits value. */
  heldValue?: boolean
}

/** One kind of request: how it is decided, and what the poster has to know about it before that. */
export interface RequestKind<Request> {
  decide: (state: RealmState, request: Request, now: Micros) => Decision
  /**
   * The operations that the caller asks for. Each has a path of its own, which is looked up, and an
   * entry of its own.
   */
  operations: (request: Request) => readonly OperationDraft[]
  /**
   * What the decision looks at, besides the operation paths and the realm's own accounts: nothing
   * else is loaded.
   */
  reads: (request: Request) => Reads
  /**
   * Length in characters of the text that is looked up or stored for the request, besides the
   * inputs of its operations.
   */
  bytes: (request: Request) => number
  /**
   * Whether it changes and looks at nothing but operations, holds, reversals and balances: such a request may be
   * decided before its turn. Where this is left out it is loaded under the lock of its realm.
   */
  foreseen?: (request: Request) => boolean
}

/**
 * The extra text of most requests: none, because their texts are the inputs of their operations.
 */
export const small = () => 0

export const always = () => true

/** What a credential has spent in a window, and the version of an object, change beside operations and balances. */
export function needsNoLoad(request: { spending?: unknown; conditions?: Conditions }): boolean {
  return request.spending === undefined && request.conditions?.sourceVersion === undefined
}

/** A request that stores no operation. */
export interface PlainRequest<Kind extends string> {
  kind: Kind
  realmId: string
  jobs: OutboxJob[]
}

export function withoutOperation<Request>(
  parts: Omit<RequestKind<Request>, 'operations'>
): RequestKind<Request> {
  return { ...parts, operations: () => [] }
}

/** A request for one operation. */
export interface OperationRequest<Kind extends string> extends PlainRequest<Kind> {
  operation: OperationDraft
}

export function forOperation<Request extends { operation: OperationDraft }>(
  parts: Omit<RequestKind<Request>, 'operations'>
): RequestKind<Request> {
  return { ...parts, operations: ({ operation }) => [operation] }
}

/** A further step of a stored operation. The decision looks at nothing but this operation. */
export interface FollowUpRequest<Kind extends string> extends PlainRequest<Kind> {
  operationId: string
}

export function followUp<Request extends { operationId: string }>(
  decide: RequestKind<Request>['decide'],
  foreseen?: RequestKind<Request>['foreseen']
): RequestKind<Request> {
  return withoutOperation({
    decide,
    foreseen,
    reads: ({ operationId }) => ({ operationIds: [operationId] }),
    bytes: small,
  })
}

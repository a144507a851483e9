import type { Micros } from '#app/clock/clock'
import type { OutboxJob } from '#app/queue/job'
import type { Decision } from './decision.ts'
import type { RealmState } from './state.ts'
import type { OperationDraft } from './terms.ts'

/** What of its realm a request looks at. Objects come with their balances, pending operations with their holds. */
export interface Reads {
  /** With the objects on both sides. */
  operationIds?: readonly string[]
  /** Objects that still have these paths. */
  objectPaths?: readonly string[]
  /** Objects with these ids, also deleted ones. */
  objectIds?: readonly string[]
  /** The zones at and above these paths. */
  zonesAbove?: readonly string[]
  /** Whether an object stands at one of these paths or below it. */
  occupantsOf?: readonly string[]
  /** Labels of objects that are among `objectIds`. */
  labelsOf?: readonly string[]
  /** Whether callers' objects hold or await anything. */
  heldValue?: boolean
}

/** One kind of request: what decides it, and what the poster has to know of it before that. */
export interface RequestKind<Request> {
  decide: (state: RealmState, request: Request, now: Micros) => Decision
  /** What its caller asks for, each at a path of its own that is looked up, and with an entry of its own. */
  operations: (request: Request) => readonly OperationDraft[]
  /** What it looks at besides the operation paths and the realm's own accounts: nothing else is loaded. */
  reads: (request: Request) => Reads
  /** Text that is looked up or stored for it, in characters, besides the inputs of its operations. */
  bytes: (request: Request) => number
}

/** How large most requests are: their texts are the inputs of their operations. */
export const small = () => 0

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

/** A further step of a stored operation, which is all it looks at. */
export interface FollowUpRequest<Kind extends string> extends PlainRequest<Kind> {
  operationId: string
}

export function followUp<Request extends { operationId: string }>(
  decide: RequestKind<Request>['decide']
): RequestKind<Request> {
  return withoutOperation({
    decide,
    reads: ({ operationId }) => ({ operationIds: [operationId] }),
    bytes: small,
  })
}

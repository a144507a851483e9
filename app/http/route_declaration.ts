import type { VineValidator } from '@vinejs/vine'
import type { GuardedStep } from '#app/extension/movement_guard'
import type { RouteIdempotency } from '#app/http/idempotency/route_idempotency'
import type { AddressBudget } from '#app/http/rate_limit_settings'

/** Any compiled VineJS validator. Its type parameters do not matter to a declaration. */
// VineJS types its schema parameter invariantly, so only `any` accepts every validator.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyValidator = VineValidator<any, any>

export type JsonSchema = Record<string, unknown>

/** Where the resource path of a permission check comes from. */
export interface ResourceSource {
  /** For people: shown in the API reference. */
  describe: string
  /**
   * Reads it from the validated request. Absent when only the use case can know it (the path of an
   * object given by id); the use case then calls `AccessControl.authorize` itself.
   */
  from?: (input: Record<string, unknown>) => string | null
}

export interface ActionRequirement {
  action: string
  on: ResourceSource
}

/** Who may call a route. */
export type RouteAccess =
  /** No credential is read. */
  | { kind: 'public' }
  /** Any valid credential. */
  | { kind: 'authenticated' }
  /** An unscoped credential of the organization that is not locked to a realm. */
  | { kind: 'organization' }
  /** The own access token of a builder: no API key and no scoped token, whatever it may do. */
  | { kind: 'builder_session' }
  /** Every listed action, each on its resource. */
  | { kind: 'actions'; requires: ActionRequirement[] }
  /** A person in a browser with an operator's session. */
  | { kind: 'operator' }
  /** The own access token of a builder who runs the platform, in whatever realm. */
  | { kind: 'platform_admin' }

export interface RouteAnswer {
  status: number
  description: string
  schema?: JsonSchema
  contentType?: string
}

/** All a reader, the API reference and the middleware need to know of a route. */
export interface RouteDeclaration {
  access: RouteAccess | null
  tag: string
  summary: string
  /** Its name in the API reference, where method and path make a poor one. */
  operationId: string | null
  body: AnyValidator | null
  /** The body is a browser form, not JSON. */
  form: boolean
  /** The largest body it takes; null for what is usual where it stands. */
  bodyBytes: number | null
  query: AnyValidator | null
  params: AnyValidator | null
  /** Also limited by the caller's address, as part of this budget. */
  addressBudget: AddressBudget | null
  answers: RouteAnswer[]
  refusals: string[]
  /** What movement guards are asked about before the handler acts. */
  guarded: GuardedStep[]
  /** Where callers name the path of the operation that the route posts; null when they cannot. */
  operationPath: OperationPathField | null
  /** The signature is claimed in the transaction of the operation, and not before the handler acts. */
  claimedByPosting: boolean
  /** Of a POST: what makes its retries safe. */
  idempotency: RouteIdempotency | null
  /** Values of fields in the example of the reference, by name. */
  example: Record<string, unknown>
}

export interface OperationPathField {
  /** Of the body, or of the query of a route without one; `transfers` name one each. */
  field: 'path' | 'operationPath' | 'transfers'
  /** Value moves: a signature without it could be used for another movement. */
  movesValue: boolean
}

import type { VineValidator } from '@vinejs/vine'
import type { GuardedStep } from '#app/extension/guarded_step'
import type { BuilderRole } from '#app/extension/principal'
import type { NamedOperation, RouteIdempotency } from '#app/http/idempotency/route_idempotency'
import type { AddressBudget } from '#app/http/rate_limit_settings'

/** Any compiled VineJS validator. Its type parameters do not matter to a declaration. */
// VineJS types its schema parameter invariantly, so only `any` accepts every validator.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyValidator = VineValidator<any, any>

export type JsonSchema = Record<string, unknown>

/** The source of the resource path of a permission check. */
export interface ResourceSource {
  /** For people: shown in the API reference. */
  describe: string
  /**
   * Reads the path from the validated request. Absent when only the use case can know it (the path
   * of an object given by id); the use case then calls `AccessControl.authorize`.
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
  /**
   * A builder's own access token: no API key and no scoped token, whatever it may do. Without roles
   * that of every member.
   */
  | { kind: 'builder_session'; roles: readonly BuilderRole[] }
  /** Every listed action, each on its own resource. */
  | { kind: 'actions'; requires: ActionRequirement[] }
  /** A person in a browser with an operator's session. */
  | { kind: 'operator' }
  /** The own access token of a builder who runs the platform, in every realm. */
  | { kind: 'platform_admin' }

export type BodyType = 'json' | 'form' | 'multipart'

export interface RouteAnswer {
  status: number
  description: string
  schema?: JsonSchema
  contentType?: string
}

/** All that a reader, the API reference and the middleware need to know about a route. */
export interface RouteDeclaration {
  access: RouteAccess | null
  tag: string
  summary: string
  /** The route's name in the API reference, when one made from method and path would be poor. */
  operationId: string | null
  body: AnyValidator | null
  /** What the body is sent as: JSON, a browser's form, or a form with a file. */
  bodyType: BodyType
  /** The largest body that the route takes; null for the usual limit. */
  bodyBytes: number | null
  query: AnyValidator | null
  params: AnyValidator | null
  /** The budget of the caller's address that also limits the route. */
  addressBudget: AddressBudget | null
  answers: RouteAnswer[]
  refusals: string[]
  /** The steps about which other modules are asked before the handler acts. */
  guarded: GuardedStep[]
  /** Where callers name the path of the operation that the route posts; null when they cannot. */
  operationPath: NamedOperation | null
  /** What makes retries of a POST safe. */
  idempotency: RouteIdempotency | null
  /** Values of fields in the example of the reference, by name. */
  example: Record<string, unknown>
}

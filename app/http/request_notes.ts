import { HttpContext } from '@adonisjs/core/http'
import type { Operator } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import type { Credential } from '#app/http/credential'
import type { KeyedRequest } from '#app/http/idempotency/keyed_request'
import type { Notice } from '#app/http/notices'
import type { AnyValidator, RouteDeclaration } from '#app/http/route_declaration'
import type { Phase } from '#app/http/timing'

/**
 * What the host finds out about a request while it handles it. The context holds it as one plain
 * object: a map from contexts to values beside it costs the garbage collector more than all of
 * their reading, at every request.
 */
export class RequestNotes {
  /** Where it comes from; null before that was asked. */
  address: string | null = null
  /** What it asks with; null before that was looked at. */
  credential: Credential | null = null
  /** The caller; null when the route is public or no caller was admitted. */
  principal: Principal | null = null
  /** Who is signed in on an operators' page; null on every other route. */
  operator: Operator | null = null
  /** What the route says of itself; null before it was found. */
  declaration: RouteDeclaration | null = null
  /** Whether the route shows a page to people. */
  isPage = false
  /** The validated body, query and params, each beside the validator that made it. */
  readonly inputs: { validator: AnyValidator; value: unknown }[] = []
  /** A key that the JSON of the body names twice in one object. */
  repeatedKey: string | null = null
  /** How long each phase took, in milliseconds. */
  readonly phases: { phase: Phase; ms: number }[] = []
  keyed: KeyedRequest | null = null
  readonly notices: Notice[] = []
}

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Made when it is first read. */
    notes: RequestNotes
  }
}

const NOTES = Symbol('notes')

// A getter of Macroable that keeps its value defines a property of each context, which takes longer than an
// assignment by a hundredth of a transfer.
HttpContext.getter('notes', function (this: HttpContext & { [NOTES]?: RequestNotes }) {
  return (this[NOTES] ??= new RequestNotes())
})

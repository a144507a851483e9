import type { HttpContext } from '@adonisjs/core/http'
import type { AskedMove, KeptCredential, Principal, SpendingWindow } from '#app/extension/principal'
import type { ServiceError } from '#app/http/errors/service_error'
import type { RouteDeclaration } from '#app/http/route_declaration'

/** A person who is signed in with a browser and runs the service. */
export interface Operator {
  /** The address that they signed in with. */
  readonly email: string
  readonly sessionId: string
}

/**
 * Through this the host asks who calls and what they may do. The auth module binds it, once; it is
 * called on every request of a route that is not public. It throws a ServiceError and never returns
 * a doubtful answer.
 */
export abstract class AccessControl {
  /**
   * @param authorization the raw Authorization header
   * @throws ServiceError UNAUTHORIZED
   */
  abstract authenticate(authorization: string | undefined): Promise<Principal>

  /**
   * The principal that a kept credential stands for now, for work that it has asked for before: with
   * the permissions that it has today, and for as long as it stands. A builder's stands as long as
   * the builder does, not as the session that asked.
   *
   * @throws ServiceError UNAUTHORIZED
   */
  abstract recall(kept: KeptCredential): Promise<Principal>

  /**
   * Reads the credential of a request. The body has not been read yet, so it may look only at
   * headers; nothing is decided by the answer yet.
   *
   * @throws ServiceError UNAUTHORIZED
   */
  abstract identify(ctx: HttpContext): Promise<Principal>

  /**
   * Admits a request whose body has been read: verifies its other proofs (signature headers, a
   * confirmation bound to it).
   *
   * @param caller the answer of `identify`
   * @throws ServiceError UNAUTHORIZED, INVALID_SIGNATURE
   */
  abstract admit(ctx: HttpContext, caller: Principal): Promise<Principal>

  /**
   * Looks again at the proofs of a request that was admitted before and is executed only now: the
   * signature counts for as long as its key stands.
   *
   * @throws ServiceError INVALID_SIGNATURE with `details.reason`
   */
  abstract readmit(principal: Principal): Promise<void>

  /**
   * Binds the signature of a request to what its route does, once the request is found valid and
   * permitted. When no operation takes the claim, it is taken here, before the handler acts.
   *
   * @returns the principal that the handler acts for
   * @throws ServiceError INVALID_SIGNATURE with `details.reason`
   */
  abstract bindSignature(
    ctx: HttpContext,
    principal: Principal,
    route: Pick<RouteDeclaration, 'operationPath' | 'idempotency'>
  ): Promise<Principal>

  /**
   * Called with every refusal of an admitted request before it is answered: records a denial, and
   * opens the confirmation that a StepUpRequired asks for.
   *
   * @returns the refusal to answer with
   */
  abstract refused(
    ctx: HttpContext,
    principal: Principal,
    refusal: ServiceError
  ): Promise<ServiceError>

  /**
   * @param named the resource as the caller named it: a caller who named an id is refused by that
   *   id, and is not told a path that they may not know
   * @throws ServiceError FORBIDDEN naming the action and the resource; ApprovalRequired when people
   *   can approve it
   */
  abstract authorize(principal: Principal, action: string, resource: string, named?: string): void

  /** Whether a list may show a resource: `authorize` without a refusal. */
  abstract permits(principal: Principal, action: string, resource: string): boolean

  /**
   * The windows that bound what a movement permitted by a policy may spend of an object, of which
   * one is to be kept. Empty when an Allow without a window permits it.
   */
  abstract spendingWindows(
    principal: Principal,
    action: string,
    resource: string,
    move: AskedMove
  ): readonly SpendingWindow[]

  /** Whether the conditions of a credential let it book at an operation path at all. */
  abstract permitsOperationPath(principal: Principal, path: string): boolean

  /**
   * For requests that concern realms of every organization: admits only the people whom the
   * operator has listed.
   *
   * @throws ServiceError FORBIDDEN
   */
  abstract requirePlatformAdmin(principal: Principal): Promise<void>

  /**
   * Guards a page that an operator opens in a browser (queue dashboard, owed jobs). Answers who it
   * is when the browser has an operator's session. Otherwise it answers null and has written the
   * answer: a redirect to sign-in, or 403 for a signed-in person who is no operator.
   */
  abstract admitOperator(ctx: HttpContext): Promise<Operator | null>
}

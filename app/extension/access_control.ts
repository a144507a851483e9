import type { HttpContext } from '@adonisjs/core/http'
import type { Principal } from '#app/extension/principal'
import type { ServiceError } from '#app/http/errors/service_error'
import type { RouteDeclaration } from '#app/http/route_declaration'

/**
 * How the host asks who calls and what they may do. Bound once, by the auth module; called on
 * every request of a route that is not public. Throws ServiceError, never returns a doubtful answer.
 */
export abstract class AccessControl {
  /**
   * @param authorization the raw Authorization header
   * @throws ServiceError UNAUTHORIZED
   */
  abstract authenticate(authorization: string | undefined): Promise<Principal>

  /**
   * Whose credential this request carries. Asked before its body is read, so it may look at headers
   * only; nothing is decided by it yet.
   *
   * @throws ServiceError UNAUTHORIZED
   */
  abstract identify(ctx: HttpContext): Promise<Principal>

  /**
   * Lets in a request whose body has been read: verifies whatever else about it proves something
   * (signature headers, a confirmation bound to it).
   *
   * @param caller as `identify` answered
   * @throws ServiceError UNAUTHORIZED, INVALID_SIGNATURE
   */
  abstract admit(ctx: HttpContext, caller: Principal): Promise<Principal>

  /**
   * Ties the signature of a request to what its route does, once the request is found to be valid and
   * permitted. Where no operation carries the claim it is taken here, before the handler acts.
   *
   * @returns the principal the handler acts for
   * @throws ServiceError INVALID_SIGNATURE with `details.reason`
   */
  abstract bindSignature(
    ctx: HttpContext,
    principal: Principal,
    route: Pick<RouteDeclaration, 'operationPath' | 'claimedByPosting'>
  ): Promise<Principal>

  /**
   * Told of every refusal of an admitted request before it is answered: records what was denied,
   * and opens the confirmation a StepUpRequired asks for.
   *
   * @returns the refusal to answer with
   */
  abstract refused(
    ctx: HttpContext,
    principal: Principal,
    refusal: ServiceError
  ): Promise<ServiceError>

  /**
   * @param named the resource as the caller named it: whoever asked by an id is refused by that id, and
   *   told no path they may not know
   * @throws ServiceError FORBIDDEN naming the action and the resource
   */
  abstract authorize(principal: Principal, action: string, resource: string, named?: string): void

  /** Whether a list may show a resource; the quiet form of `authorize`. */
  abstract permits(principal: Principal, action: string, resource: string): boolean

  /** Whether the conditions of a credential let it book at an operation path at all. */
  abstract permitsOperationPath(principal: Principal, path: string): boolean

  /**
   * For what concerns realms of every organization: only the people the installation names.
   *
   * @throws ServiceError FORBIDDEN
   */
  abstract requirePlatformAdmin(principal: Principal): Promise<void>

  /**
   * Guards a page a person opens in a browser (queue dashboard, console). Answers true when the
   * browser carries an operator's session; otherwise it has already written the answer: a redirect
   * to sign-in, or 403 for a person who is signed in without being an operator.
   */
  abstract admitOperator(ctx: HttpContext): Promise<boolean>
}

import { unauthorized } from '../services/unauthorized.ts'
import type { HttpContext } from '@adonisjs/core/http'
import { Clock } from '#app/clock/clock'
import { AccessControl, type Operator } from '#app/extension/access_control'
import { ApprovalRequired } from '#app/extension/approvals'
import type { AskedMove, KeptCredential, Principal, SpendingWindow } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Credential } from '#app/http/credential'
import { ServiceError } from '#app/http/errors/service_error'
import { credentialOf } from '#app/http/request_credential'
import { originOf } from '#app/http/request_origin'
import type { RouteDeclaration } from '#app/http/route_declaration'
import { mayBookAt } from '../core/booking_paths.ts'
import { compiledPolicy } from '../core/compiled_policy.ts'
import { approvalsNeeded, evaluate, refusingCondition } from '../core/evaluate.ts'
import { isOperator } from '../core/operators.ts'
import type { ConditionName } from '../core/policy_conditions.ts'
import { BrowserCookies } from './browser_cookies.ts'
import { sendPage, wantsPage } from './page.ts'
import { SignedRequests } from './signed_requests.ts'
import { StepUpGate } from './step_up_gate.ts'
import { Authenticate } from '../services/authenticate.ts'
import { DeniedRequests } from '../services/denied_requests.ts'
import { RecallCredential } from '../services/recall_credential.ts'
import { AuthSettings } from '../settings.ts'
import { AccountStore } from '../storage/account_store.ts'

/** How a request would be permitted that a condition refuses. */
const OTHERWISE: Record<ConditionName, string> = {
  operationPaths:
    'at other operation paths only: choose a path within the operationPaths of its scope.',
  amountLte: 'for smaller amounts only: name an amount within the amountLte of its scope.',
  destinationIn: 'to other destinations only: name one within the destinationIn of its scope.',
  windowLte: 'for requests that name an amount: name one within the windowLte of its scope.',
  hours: 'at other times of the day only: ask again within the hours of its scope (UTC).',
  approvals: 'after approvals of people only: send it over HTTP, where it waits for them.',
}

/**
 * Answers the host's questions about access: by token for programs, by session for operators'
 * browsers.
 */
@singleton()
export class CredentialAccess extends AccessControl {
  constructor(
    private authenticateToken: Authenticate,
    private recallCredential: RecallCredential,
    private cookies: BrowserCookies,
    private settings: AuthSettings,
    private denied: DeniedRequests,
    private stepUps: StepUpGate,
    private signatures: SignedRequests,
    private accounts: AccountStore,
    private clock: Clock
  ) {
    super()
  }

  async authenticate(authorization: string | undefined): Promise<Principal> {
    const principal = await this.authenticateToken.run(new Credential(authorization))
    // A confirmation is for one HTTP request, and there is none here to compare it with.
    if (principal.stepUp !== undefined) throw unauthorized('confirmation_invalid')
    return principal
  }

  recall(kept: KeptCredential): Promise<Principal> {
    return this.recallCredential.run(kept)
  }

  identify(ctx: HttpContext): Promise<Principal> {
    return this.authenticateToken.run(credentialOf(ctx))
  }

  async admit(ctx: HttpContext, caller: Principal): Promise<Principal> {
    this.stepUps.assertBound(ctx, caller)
    return this.#withSignature(ctx, caller)
  }

  readmit(principal: Principal): Promise<void> {
    return this.signatures.readmitted(principal)
  }

  bindSignature(
    ctx: HttpContext,
    principal: Principal,
    route: Pick<RouteDeclaration, 'operationPath' | 'idempotency'>
  ): Promise<Principal> {
    return this.signatures.bound(ctx, principal, route)
  }

  /** A bad signature is recorded as a denial, since the caller is known by then. */
  async #withSignature(ctx: HttpContext, principal: Principal): Promise<Principal> {
    try {
      return await this.signatures.admitted(ctx, principal)
    } catch (error) {
      if (error instanceof ServiceError) this.#note(ctx, principal, error)
      throw error
    }
  }

  async refused(ctx: HttpContext, principal: Principal, refusal: ServiceError) {
    this.#note(ctx, principal, refusal)
    return this.stepUps.refused(ctx, principal, refusal)
  }

  #note(ctx: HttpContext, principal: Principal, refusal: ServiceError) {
    const { request, route } = ctx
    this.denied.note({ ...principal, origin: originOf(ctx) }, refusal, {
      method: request.method(),
      pattern: route?.pattern ?? 'unmatched',
    })
  }

  authorize(principal: Principal, action: string, resource: string, named = resource) {
    if (this.permits(principal, action, resource)) return
    const { statements, asked } = principal
    const request = { asked, at: this.clock.nowMicros() }
    const approvals = approvalsNeeded(statements ?? [], action, resource, request)
    if (approvals !== null) throw new ApprovalRequired({ action, resource: named, approvals })
    const condition = refusingCondition(statements, action, resource, {
      ...request,
      approvals: Infinity,
    })
    if (condition !== null) {
      throw new ServiceError('FORBIDDEN', {
        message: `The credential permits ${action} on ${named} ${OTHERWISE[condition]}`,
        details: { action, resource: named, condition },
      })
    }
    throw new ServiceError('FORBIDDEN', {
      message: `The credential does not permit ${action} on ${named}.`,
      details: { action, resource: named },
    })
  }

  permits(principal: Principal, action: string, resource: string): boolean {
    const { statements, asked, approvals } = principal
    if (statements === null) return true
    const request = { asked, at: this.clock.nowMicros(), approvals }
    return evaluate(statements, action, resource, request) === 'allowed'
  }

  spendingWindows(
    { statements, approvals = 0 }: Principal,
    action: string,
    resource: string,
    move: AskedMove
  ): readonly SpendingWindow[] {
    if (statements === null) return []
    const at = this.clock.nowMicros()
    return compiledPolicy(statements).windows(action, resource, { move, at, approvals })
  }

  permitsOperationPath({ statements }: Principal, path: string): boolean {
    return statements === null || mayBookAt(statements, path)
  }

  /**
   * Refuses everybody who is not in the list of operators, also when there is no list, while
   * operator pages are open during development then. API keys and minted tokens never have the
   * role, because they are handed on. What their own organization lets them do is another matter: the
   * operator has named the person, and these addresses concern every organization.
   */
  async requirePlatformAdmin({ credential, builderId }: Principal) {
    const builder = credential === 'builder' ? await this.accounts.findById(builderId) : null
    if (builder && this.settings.operators.has(builder.email.toLowerCase())) return
    throw new ServiceError('FORBIDDEN', {
      message: 'The address needs a platform admin.',
      next: 'Ask the operator to add your e-mail address to PLATFORM_ADMIN_EMAILS, and send your own access token.',
      details: { action: 'administer', resource: '/' },
    })
  }

  async admitOperator(ctx: HttpContext): Promise<Operator | null> {
    const session = await this.cookies.session(ctx)
    if (session === null) return this.#sendToSignIn(ctx)
    if (isOperator(session.email, this.settings)) {
      return { email: session.email, sessionId: session.id }
    }
    if (!wantsPage(ctx)) {
      throw new ServiceError('FORBIDDEN', {
        message: 'The page needs an operator.',
        next: 'Ask the operator to add your e-mail address to PLATFORM_ADMIN_EMAILS.',
        details: { action: 'operate', resource: ctx.request.url() },
      })
    }
    await sendPage(ctx, 'auth/not_operator', { email: session.email }, { status: 403 })
    return null
  }

  /** Only a page that was asked for can be returned to; a program gets a plain refusal. */
  #sendToSignIn(ctx: HttpContext): null {
    const { request, response } = ctx
    if (!wantsPage(ctx) || request.method() !== 'GET') {
      throw new ServiceError('UNAUTHORIZED', {
        message: 'The page needs an operator who is signed in.',
        next: 'Open it in a browser.',
      })
    }
    const returnTo = encodeURIComponent(request.url(true))
    response.header('cache-control', 'no-store')
    response.redirect().status(303).toPath(`/auth/sign-in?returnTo=${returnTo}`)
    return null
  }
}

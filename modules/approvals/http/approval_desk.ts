import type { HttpContext } from '@adonisjs/core/http'
import { RealmDirectory } from '#modules/ledger/index'
import { AccessControl } from '#app/extension/access_control'
import { ApprovalDesk, type ApprovalNeed } from '#app/extension/approvals'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { KeptRequest } from '#app/http/approved_requests'
import { enveloped, type Reply } from '#app/http/envelope'
import { ServiceError } from '#app/http/errors/service_error'
import { KEY_HEADER } from '#app/http/idempotency/idempotency_key'
import { takesKey } from '#app/http/idempotency/route_idempotency'
import type { RouteDeclaration } from '#app/http/route_declaration'
import { APPROVAL_LIMITS } from '../limits.ts'
import { AskApproval, type AskedRequest } from '../services/ask_approval.ts'
import { ReadApprovals } from '../services/read_approvals.ts'
import type { StoredApproval } from '../storage/approval_store.ts'
import { SealedRequests } from '../storage/sealed_request.ts'
import { presentApproval } from './presenters.ts'

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Takes a request out of HTTP, so that it can wait, and answers where it stands. */
@singleton()
export class ApprovalsDesk extends ApprovalDesk {
  constructor(
    private askApproval: AskApproval,
    private read: ReadApprovals,
    private sealed: SealedRequests,
    private realms: RealmDirectory,
    private access: AccessControl
  ) {
    super()
  }

  async ask(ctx: HttpContext, principal: Principal, need: ApprovalNeed): Promise<Reply> {
    const declaration = ctx.notes.declaration!
    const asked = askedRequest(ctx, principal, declaration, need)
    // A foreign realm is refused as by the request itself, and tells nothing.
    if (asked.realmId !== null) await this.realms.resolve(principal, asked.realmId)
    const bound =
      principal.signature && !principal.signature.claim
        ? await this.access.bindSignature(ctx, principal, declaration)
        : principal
    const approval = await this.askApproval.run(bound, asked)
    return this.#executed(ctx, approval) ?? this.#waiting(principal, approval)
  }

  /** The answer that the request got when it was executed. */
  #executed({ response }: HttpContext, { id, answer }: StoredApproval): Reply | null {
    const reply = answer === null ? null : this.sealed.answer(id, answer)
    if (reply) response.header('idempotent-replayed', 'true')
    return reply
  }

  async #waiting(principal: Principal, { id }: StoredApproval): Promise<Reply> {
    const approval = presentApproval(await this.read.one(principal, id), principal)
    return enveloped({ approval, approvalUrl: approval.approvalUrl }, 202)
  }
}

/** @throws ServiceError for a request that cannot wait: a read, a file, a body that is too long */
function askedRequest(
  ctx: HttpContext,
  principal: Principal,
  declaration: RouteDeclaration,
  need: ApprovalNeed
): AskedRequest {
  const { request } = ctx
  const method = METHODS.find((each) => each === request.method())
  const given = { ...request.qs(), ...(request.body() as Record<string, unknown>) }
  const isRehearsed = given.dryRun === true
  if (method === undefined || declaration.bodyType !== 'json' || isRehearsed) {
    throw new ServiceError('APPROVAL_REQUIRED', { details: { ...need } })
  }
  const body = keptBody(request.raw(), declaration)
  if (body !== null && body.length > APPROVAL_LIMITS.bodyLength) {
    throw new ServiceError('PAYLOAD_TOO_LARGE', {
      message: `A request that waits for approvals has at most ${APPROVAL_LIMITS.bodyLength} characters.`,
      details: { limit: APPROVAL_LIMITS.bodyLength },
    })
  }
  // Where the route takes no key the header names nothing: each request has its effect.
  const keyed = takesKey(declaration.idempotency)
  const idempotencyKey = (keyed && request.header(KEY_HEADER)) || null
  const kept: KeptRequest = { method, target: request.request.url!, body, idempotencyKey }
  const realmId = typeof given.realmId === 'string' ? given.realmId : principal.realmId
  const path = namedPath(declaration, given)
  const { asked = [] } = principal
  return {
    need,
    request: kept,
    route: `${method} ${ctx.route!.pattern}`,
    summary: declaration.summary,
    realmId,
    name: path ?? idempotencyKey,
    operationPath: asked.length === 1 ? asked[0]!.operationPath : null,
    nameable: keyed && !(principal.signature && isMoved(declaration)),
  }
}

/**
 * JSON in every case: a route that takes no body has read none, also where a form without fields
 * came.
 */
function keptBody(raw: string | null, { body }: RouteDeclaration): string | null {
  return body === null ? null : raw === '' ? '{}' : raw
}

/** The operation path that the body names for the whole request; null for a list of them. */
function namedPath({ operationPath }: RouteDeclaration, given: Record<string, unknown>) {
  if (operationPath?.each !== null) return null
  const path = given[operationPath.field]
  return typeof path === 'string' ? path : null
}

/** No header decides what a signed request does. */
function isMoved({ idempotency }: RouteDeclaration): boolean {
  return idempotency?.kind === 'operation'
}

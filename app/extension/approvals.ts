import type { HttpContext } from '@adonisjs/core/http'
import type { Principal } from '#app/extension/principal'
import type { Reply } from '#app/http/envelope'
import { ServiceError } from '#app/http/errors/service_error'

/** What a policy permits once people have approved it. */
export interface ApprovalNeed {
  /** `svc:TransferFrom` */
  action: string
  /** The resource as the caller named it. */
  resource: string
  /** How many people have to approve. */
  approvals: number
}

/**
 * Says that a policy permits a request only after approvals. Over HTTP the request is then kept and
 * waits for them; where nothing can wait (a stream, an occurrence of a schedule) this is the
 * refusal.
 */
export class ApprovalRequired extends ServiceError {
  constructor(readonly need: ApprovalNeed) {
    const { action, resource, approvals } = need
    super('APPROVAL_REQUIRED', {
      message: `The credential permits ${action} on ${resource} only with ${approvals === 1 ? 'the approval of a person' : `approvals of ${approvals} people`}.`,
      details: { action, resource, approvals },
    })
  }
}

/** What a refusal asks people for, also when a batch has told it with the number of its item. */
export function needOf({ code, details }: ServiceError): ApprovalNeed | null {
  const { action, resource, approvals } = (details ?? {}) as Partial<ApprovalNeed>
  const isWhole = action !== undefined && resource !== undefined && approvals !== undefined
  return code === 'APPROVAL_REQUIRED' && isWhole ? { action, resource, approvals } : null
}

/** Keeps requests until people have approved them. The approvals module binds it, once. */
export abstract class ApprovalDesk {
  /**
   * Keeps a request whole, and answers where it stands; the same request finds what was kept before.
   *
   * @throws ServiceError the refusal of a request that cannot wait
   */
  abstract ask(ctx: HttpContext, principal: Principal, need: ApprovalNeed): Promise<Reply>
}

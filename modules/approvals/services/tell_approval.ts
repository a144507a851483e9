import { singleton } from '#app/extension/singleton'
import { derivedId, timeMsOf } from '#app/ids/ids'
import { TellEvent } from '#modules/ledger/index'
import type { Approval } from '../core/approval.ts'

/** The event types of approvals, with the meaning of each. */
export const APPROVAL_EVENTS = {
  'approval.requested': 'A request waits for approvals; the payload says where people decide.',
  'approval.executed': 'A request was approved and executed.',
  'approval.failed': 'A request was approved, and refused when it was executed.',
  'approval.denied': 'A request was denied by a member of the organization.',
  'approval.expired': 'A request was not approved in time.',
}

/** Puts what becomes of approvals into the journal of their realm. */
@singleton()
export class TellApproval {
  constructor(private events: TellEvent) {}

  /** Once per type, however often it is called; nothing where no realm is named. */
  async run(type: keyof typeof APPROVAL_EVENTS, approval: Approval, approvalUrl: string) {
    const { id, realmId, action, resource, operationPath, code, message } = approval
    if (realmId === null) return
    await this.events.run({
      realmId,
      module: 'approvals',
      event: {
        id: derivedId('evt', timeMsOf(id), `${type}:${id}`),
        type,
        objectId: null,
        objectPath: operationPath ?? (resource.startsWith('/') ? resource : '/'),
        payload: { approvalId: id, action, resource, approvalUrl, code, message },
      },
    })
  }
}

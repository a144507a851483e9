import { toRfc3339 } from '#app/clock/timestamp'
import type { Principal } from '#app/extension/principal'
import { approvalUrl } from '../services/approval_address.ts'
import type { ShownApproval } from '../services/read_approvals.ts'

/**
 * An approval as programs see it. Who decided is for unrestricted credentials alone, and the answer
 * for the one that asked.
 */
export function presentApproval(shown: ShownApproval, principal: Principal) {
  const { approval, status, request, answer, decisions, operationIds } = shown
  const { id, realmId, action, resource, summary, operationPath, needed } = approval
  const { credential, credentialId, code, message, createdAt, expiresAt, endedAt } = approval
  const isOwn = credential === principal.credential && credentialId === principal.credentialId
  return {
    id,
    realmId,
    status,
    approvalUrl: approvalUrl(id),
    action,
    resource,
    summary,
    credential,
    credentialId,
    request: request && {
      method: request.method,
      address: request.target,
      body: request.body === null ? null : (JSON.parse(request.body) as unknown),
    },
    ...(isOwn && answer && { answer }),
    operationPath,
    operationIds,
    needed,
    given: decisions.filter(({ decision }) => decision === 'approve').length,
    ...(principal.statements === null && {
      decisions: decisions.map(({ builderId, decision, decidedAt }) => {
        return { builderId, decision, decidedAt: toRfc3339(decidedAt) }
      }),
    }),
    code,
    message,
    createdAt: toRfc3339(createdAt),
    expiresAt: toRfc3339(expiresAt),
    endedAt: endedAt === null ? null : toRfc3339(endedAt),
  }
}

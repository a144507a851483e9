import vine from '@vinejs/vine'
import { opaqueId, pageCursor, pageLimit, realmId, timeFilters } from '#app/http/rules'
import { APPROVAL_STATUSES } from '../core/approval.ts'
import { APPROVAL_LIMITS } from '../limits.ts'

export const approvalParams = vine.create({ id: opaqueId() })

export const listApprovalsQuery = vine.create({
  realmId: realmId().optional(),
  status: vine.enum(APPROVAL_STATUSES).optional(),
  ...timeFilters(),
  limit: pageLimit(APPROVAL_LIMITS.listMax),
  cursor: pageCursor(),
})

/** Any text is accepted, so that a person always gets a page. */
export const approvalPageParams = vine.create({ id: vine.string() })

export const approvalForm = vine.create({
  decision: vine.enum(['approve', 'deny'] as const),
  formToken: vine.string().minLength(1).maxLength(1024),
})

import vine from '@vinejs/vine'
import { opaqueId, plainText } from '#app/http/rules'
import { LIMITS } from '#app/limits'

/** Where operators see what is owed, and act on it. */
export const OWED_PAGE = '/queues/owed'

const form = {
  formToken: vine.string().maxLength(LIMITS.operatorFormTokenLength),
  reason: plainText(LIMITS.operatorReasonLength).optional(),
}

export const owedQuery = vine.create({
  only: vine.enum(['failing'] as const).optional(),
  queue: opaqueId().optional(),
  job: opaqueId().optional(),
  after: opaqueId().optional(),
  did: opaqueId().optional(),
})
export const jobParams = vine.create({ id: opaqueId() })
export const queueParams = vine.create({ queue: opaqueId() })
export const jobForm = vine.create({ ...form, action: vine.enum(['retry', 'discard'] as const) })
export const queueForm = vine.create({ ...form, action: vine.enum(['pause', 'resume'] as const) })

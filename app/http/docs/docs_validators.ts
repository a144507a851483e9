import vine from '@vinejs/vine'
import { plainText } from '#app/http/rules'
import { LIMITS } from '#app/limits'

export const searchQuery = vine.create({ q: plainText(LIMITS.docsQueryLength).optional() })

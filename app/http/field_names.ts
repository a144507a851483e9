import vine from '@vinejs/vine'
import type { MessagesProviderContact } from '@vinejs/vine/types'

/** VineJS tells a nested field by its last name, and a request has several `price`. */
const byWholePath: MessagesProviderContact = {
  getMessage: (text, rule, field, args) =>
    vine.messagesProvider.getMessage(text, rule, { ...field, name: field.getFieldPath() }, args),
}

/** How every input is validated: a wrong field is told by its whole path. */
export const WHOLE_PATHS = { messagesProvider: byWholePath }

import vine from '@vinejs/vine'
import type { MessagesProviderContact } from '@vinejs/vine/types'

/** VineJS names a nested field by its last part, and a request has several called `price`. */
const byWholePath: MessagesProviderContact = {
  getMessage: (text, rule, field, args) =>
    vine.messagesProvider.getMessage(text, rule, { ...field, name: field.getFieldPath() }, args),
}

/** Makes every validation name a failing field by its whole path. */
export const WHOLE_PATHS = { messagesProvider: byWholePath }

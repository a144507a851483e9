import { SimpleMessagesProvider } from '@vinejs/vine'
import type { MessagesProviderContact } from '@vinejs/vine/types'

/** The provider of VineJS has texts of its own by rule, which would take the place of ours. */
const asReported = new SimpleMessagesProvider({})

/** VineJS names a nested field by its last part, and a request has several called `price`. */
const byWholePath: MessagesProviderContact = {
  getMessage: (text, rule, field, args) =>
    asReported.getMessage(text, rule, { ...field, name: field.getFieldPath() }, args),
}

/** Makes every validation name a failing field by its whole path. */
export const WHOLE_PATHS = { messagesProvider: byWholePath }

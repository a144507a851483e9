import { Encryption } from '@adonisjs/core/encryption'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField } from '#app/http/errors/service_error'
import { digestOf } from '#app/storage/cursor'

const PURPOSE = 'list-cursor'

/** What is listed, of which realm and by which filter: all that a walk keeps from page to page. */
export type ListName = Readonly<{ of: string } & Record<string, unknown>>

/**
 * The texts that say where a page of a list ended. A page that was filtered by permission can end
 * at a row its reader may not see, so a restricted credential gets the place sealed.
 */
@singleton()
export class ListCursors {
  constructor(private box: Encryption) {}

  make(principal: Principal, list: ListName, parts: readonly (string | number)[]): string {
    const named = [...parts, digestOf(list)]
    return principal.statements === null
      ? openText(named)
      : this.box.encrypt(named, { purpose: PURPOSE })
  }

  /**
   * @param list the same as the cursor was made for: its total and its cut are no other list's
   * @param shape what each part must be, in order
   * @throws ServiceError VALIDATION_ERROR on anything `make` did not give to such a credential
   */
  read(
    principal: Principal,
    list: ListName,
    text: string,
    shape: readonly ((part: unknown) => boolean)[]
  ): (string | number)[] {
    const parts = this.#parse(principal, text)
    const fits =
      Array.isArray(parts) &&
      parts.length === shape.length + 1 &&
      parts.at(-1) === digestOf(list) &&
      shape.every((holds, index) => holds(parts[index]))
    if (fits) return parts.slice(0, -1) as (string | number)[]
    throw invalidField('cursor', 'cursor', 'The cursor is not one that this list returned.')
  }

  #parse(principal: Principal, text: string): unknown {
    if (principal.statements !== null) return this.box.decrypt<unknown>(text, PURPOSE)
    try {
      const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
      // Decoding passes over what is no base64: only the very text that was given out is one.
      return openText(parts) === text ? parts : null
    } catch {
      return null
    }
  }
}

function openText(parts: unknown): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** What parts of a cursor can be. */
export const cursorPart = {
  time: (part: unknown) =>
    typeof part === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/.test(part),
  id: (part: unknown) => typeof part === 'string' && /^[\x21-\x7e]{1,64}$/.test(part),
  count: (part: unknown) => Number.isSafeInteger(part) && Number(part) >= 0,
}

import type { Principal } from '#app/extension/principal'
import { invalidField } from '#app/http/errors/service_error'

const PURPOSE = 'list-cursor'

/** What seals with the application's key. */
export interface CursorBox {
  encrypt(value: unknown, options: { purpose: string }): string
  decrypt<Value>(sealed: string, purpose: string): Value | null
}

/**
 * The texts that say where a page of a list ended. A page that was filtered by permission can end
 * at a row its reader may not see, so a restricted credential gets the place sealed.
 */
export class ListCursors {
  constructor(private box: CursorBox) {}

  make(principal: Principal, parts: readonly (string | number)[]): string {
    return principal.statements === null
      ? Buffer.from(JSON.stringify(parts)).toString('base64url')
      : this.box.encrypt(parts, { purpose: PURPOSE })
  }

  /**
   * @param shape what each part must be, in order
   * @throws ServiceError VALIDATION_ERROR on anything `make` did not give to such a credential
   */
  read(
    principal: Principal,
    text: string,
    shape: readonly ((part: unknown) => boolean)[]
  ): (string | number)[] {
    const parts = this.#parse(principal, text)
    const fits =
      Array.isArray(parts) &&
      parts.length === shape.length &&
      shape.every((holds, index) => holds(parts[index]))
    if (fits) return parts as (string | number)[]
    throw invalidField('cursor', 'cursor', 'The cursor is not one that this list returned.')
  }

  #parse(principal: Principal, text: string): unknown {
    if (principal.statements !== null) return this.box.decrypt<unknown>(text, PURPOSE)
    try {
      return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    } catch {
      return null
    }
  }
}

/** What parts of a cursor can be. */
export const cursorPart = {
  time: (part: unknown) =>
    typeof part === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/.test(part),
  id: (part: unknown) => typeof part === 'string' && /^[\x21-\x7e]{1,64}$/.test(part),
  count: (part: unknown) => Number.isSafeInteger(part) && Number(part) >= 0,
}

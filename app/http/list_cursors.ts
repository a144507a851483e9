import { Encryption } from '@adonisjs/core/encryption'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import {
  checkedParts,
  decodeCursor,
  encodeCursor,
  namedParts,
  type CursorPart,
  type CursorShape,
} from '#app/storage/cursor'

const PURPOSE = 'list-cursor'

/** The name of a list, its realm and its filter: all that a walk keeps from page to page. */
export type ListName = Readonly<{ of: string } & Record<string, unknown>>

/**
 * The texts that say where a page of a list ended. A page that was filtered by permission can end
 * at a row that its reader may not see, so a restricted credential gets the place encrypted.
 */
@singleton()
export class ListCursors {
  constructor(private box: Encryption) {}

  make({ statements }: Principal, list: ListName, parts: readonly CursorPart[]): string {
    return statements === null
      ? encodeCursor(parts, list)
      : this.box.encrypt(namedParts(parts, list), { purpose: PURPOSE })
  }

  /**
   * @param list the list that the cursor was made for
   * @throws ServiceError VALIDATION_ERROR on anything that `make` did not give to such a credential
   */
  read({ statements }: Principal, list: ListName, text: string, shape: CursorShape): CursorPart[] {
    return statements === null
      ? decodeCursor(text, list, shape)
      : checkedParts(this.box.decrypt<unknown>(text, PURPOSE), list, shape)
  }
}

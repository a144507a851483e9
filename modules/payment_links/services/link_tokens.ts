import { randomBytes } from 'node:crypto'
import { Encryption } from '@adonisjs/core/encryption'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ACTION_OF_TYPE, type PaymentLink } from '../core/payment_link.ts'
import { openedToken, storedToken, type StoredToken } from '../storage/sealed_token.ts'

const TOKEN_BYTES = 32

/**
 * The secrets of payment links. A token is a bearer credential: everybody who has it can take the
 * money of a withdrawal link. The database holds no readable token, and only a caller who may do
 * what the token does is shown it.
 */
@singleton()
export class LinkTokens {
  constructor(
    private box: Encryption,
    private access: AccessControl
  ) {}

  /** A new token, which nobody has seen. */
  draw(): StoredToken {
    return storedToken(randomBytes(TOKEN_BYTES).toString('base64url'), this.box)
  }

  /**
   * @returns null for callers who may not do what the token does, and for a token that was sealed
   *   with another APP_KEY: its holders can still use it, but nobody can be shown it again
   */
  shownTo(principal: Principal, { type, objectPath, sealedToken }: PaymentLink): string | null {
    if (!this.access.permits(principal, ACTION_OF_TYPE[type], objectPath)) return null
    return openedToken(sealedToken, this.box)
  }
}

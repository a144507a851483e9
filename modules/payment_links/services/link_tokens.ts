import { hash, randomBytes } from 'node:crypto'
import type { EncryptionService } from '@adonisjs/core/types'
import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { ACTION_OF_TYPE, type PaymentLink } from '../core/payment_link.ts'

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/
/** Another encrypted text of this service is no token, even in a column of tokens. */
const PURPOSE = 'payment-link-token'

/** A token as it is stored: found by its hash, read only with the application's key. */
export interface StoredToken {
  hash: Buffer
  sealed: string
}

/**
 * The secrets of payment links. A token is a bearer credential: whoever has it can take the money of
 * a withdrawal link. The database holds none that can be read, and only a caller who may do what the
 * token does is shown it.
 */
export class LinkTokens {
  constructor(
    private box: Pick<EncryptionService, 'encrypt' | 'decrypt'>,
    private access: AccessControl
  ) {}

  /** A new one, which nobody has seen. */
  draw(): StoredToken {
    return storedToken(randomBytes(TOKEN_BYTES).toString('base64url'), this.box)
  }

  /**
   * @returns null for callers who may not do what the token does, and for a token that was sealed with
   *   another APP_KEY: its holders still use it, but nobody can be told it again
   */
  shownTo(principal: Principal, { type, objectPath, sealedToken }: PaymentLink): string | null {
    if (!this.access.permits(principal, ACTION_OF_TYPE[type], objectPath)) return null
    return openedToken(sealedToken, this.box)
  }
}

/** Seals a token for storage. */
export function storedToken(token: string, box: Pick<EncryptionService, 'encrypt'>): StoredToken {
  return { hash: hashOf(token), sealed: box.encrypt(token, { purpose: PURPOSE }) }
}

/** @returns null when it was sealed with another APP_KEY */
export function openedToken(
  sealed: string,
  box: Pick<EncryptionService, 'decrypt'>
): string | null {
  return box.decrypt<string>(sealed, PURPOSE)
}

/** What a token is found by; null for a text that cannot be one. 256 random bits need no salt. */
export function tokenHash(token: string): Buffer | null {
  return TOKEN.test(token) ? hashOf(token) : null
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

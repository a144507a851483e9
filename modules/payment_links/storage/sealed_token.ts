import { hash } from 'node:crypto'
import type { EncryptionService } from '@adonisjs/core/types'

const TOKEN = /^[\w-]{43}$/
/**
 * The purpose keeps another encrypted text of this service from passing as a token, even in a
 * column of tokens.
 */
const PURPOSE = 'payment-link-token'

/** A token as it is stored: found by its hash, readable only with the application's key. */
export interface StoredToken {
  hash: Buffer
  sealed: string
}

/** Seals a token for storage. */
export function storedToken(token: string, box: Pick<EncryptionService, 'encrypt'>): StoredToken {
  return { hash: hashOf(token), sealed: box.encrypt(token, { purpose: PURPOSE }) }
}

/** @returns null when the token was sealed with another APP_KEY */
export function openedToken(
  sealed: string,
  box: Pick<EncryptionService, 'decrypt'>
): string | null {
  return box.decrypt<string>(sealed, PURPOSE)
}

/**
 * The hash by which a token is found; null for a text that cannot be one. 256 random bits need no
 * salt.
 */
export function tokenHash(token: string): Buffer | null {
  return TOKEN.test(token) ? hashOf(token) : null
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

import { hash, randomBytes } from 'node:crypto'

const PREFIX = 'svc_inv_'
const SHAPE = /^svc_inv_[\w-]{43}$/

/** A new secret of an invitation: `svc_inv_` and 256 random bits. */
export function newInvitationSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64url')}`
}

/** The hash of a secret, which is all that is stored of it; null when the text cannot be one. */
export function invitationHash(secret: string): Buffer | null {
  return SHAPE.test(secret) ? hash('sha256', secret, 'buffer') : null
}

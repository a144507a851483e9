import { createHash } from 'node:crypto'
import { LIMITS } from '#app/limits'

/** What a separator and the largest number may need behind a prefix. */
const NUMBER_BYTES = 24

/** The longest prefix a number can follow without leaving the limit of a path. */
export const NONCE_PREFIX_BYTES = LIMITS.pathBytes - NUMBER_BYTES

export type GeneratedVerb = 'create' | 'delete' | 'fund' | 'defund' | 'deposit'

/**
 * The prefix of operation paths that the service makes itself: `/op/create/users/u1`. The part of a
 * very long object path is replaced by its hash, or the path would not fit its column.
 */
export function operationPrefix(verb: GeneratedVerb, objectPath: string): string {
  const prefix = `/op/${verb}${objectPath}`
  if (Buffer.byteLength(prefix) <= NONCE_PREFIX_BYTES) return prefix
  return `/op/${verb}/${createHash('sha256').update(objectPath).digest('hex')}`
}

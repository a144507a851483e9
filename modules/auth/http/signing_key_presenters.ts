import { toRfc3339 } from '#app/clock/timestamp'
import type { StatedSigningKey } from '../core/signing_key.ts'
import type { SigningKeyEvent } from '../core/signing_key_chain.ts'

export function presentSigningKey(key: StatedSigningKey) {
  const { id, orgId, builderId, name, fingerprint, publicKey, state } = key
  return {
    id,
    orgId,
    builderId,
    name,
    fingerprint,
    publicKey,
    state,
    activatesAt: key.activatesAt === null ? null : toRfc3339(key.activatesAt),
    createdAt: toRfc3339(key.createdAt),
    revokedAt: key.revokedAt === null ? null : toRfc3339(key.revokedAt),
    updatedAt: toRfc3339(key.updatedAt),
  }
}

/** Shows the fields of an event as they are hashed. */
export function presentSigningKeyEvent(event: SigningKeyEvent) {
  const { id, keyId, eventType, actor, prevHash, eventHash, createdAt } = event
  return { id, keyId, eventType, actor, prevHash, eventHash, createdAt: toRfc3339(createdAt) }
}

import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'

export const SIGNING_KEY_EVENTS = ['registered', 'activated', 'cancelled', 'revoked'] as const

export type SigningKeyEventType = (typeof SIGNING_KEY_EVENTS)[number]

/** One event of a key's history, linked to the one before. */
export interface SigningKeyEvent {
  /** `ske_…` */
  id: string
  keyId: string
  eventType: SigningKeyEventType
  /** `builder:bld_…`, `api_key:key_…`, `system:activation`. */
  actor: string
  /** Empty for the first event. */
  prevHash: string
  eventHash: string
  createdAt: Micros
}

/** SHA-256 in hex over the canonical JSON (RFC 8785) of the event as the API shows it. */
export function eventHash(event: Omit<SigningKeyEvent, 'eventHash'>): string {
  const { id, keyId, eventType, actor, prevHash, createdAt } = event
  const shown = { id, keyId, eventType, actor, prevHash, createdAt: toRfc3339(createdAt) }
  return createHash('sha256')
    .update(canonicalize(shown) ?? '')
    .digest('hex')
}

export function chainEvent(event: Omit<SigningKeyEvent, 'eventHash'>): SigningKeyEvent {
  return { ...event, eventHash: eventHash(event) }
}

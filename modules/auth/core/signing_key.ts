import { createHash } from 'node:crypto'
import type { Micros } from '#app/clock/clock'
import { derivedId } from '#app/ids/ids'
import { AUTH_LIMITS } from '../limits.ts'
import { chainEvent, type SigningKeyEvent, type SigningKeyEventType } from './signing_key_chain.ts'

export type SigningKeyState = 'pending' | 'active' | 'revoked'

/** An Ed25519 public key that an organization signs its requests with, as it is stored. */
export interface SigningKey {
  /** `sgk_…` */
  id: string
  orgId: string
  /** The builder who registered the key. */
  builderId: string
  name: string
  /** Base64 of 32 bytes. */
  publicKey: string
  fingerprint: string
  /** null for the organization's first key, which is active at once. */
  activatesAt: Micros | null
  /** When the key was revoked, or cancelled before it became active. */
  revokedAt: Micros | null
  createdAt: Micros
  updatedAt: Micros
  /** When the key's `activated` event is due; null once the event is recorded. */
  activationDue: Micros | null
  /**
   * Length and end of the key's event chain: without them, events missing at the end would not be
   * noticed.
   */
  eventCount: number
  lastEventHash: string
  lastEventAt: Micros
}

/** A key with the event that brought it into its present state. */
export interface SigningKeyChange {
  key: SigningKey
  event: SigningKeyEvent
}

export const SIGNING_KEY_BYTES = 32
const FINGERPRINT_LENGTH = 16
const GRACE_MICROS = AUTH_LIMITS.signingKeyGraceSeconds * 1_000_000
/** The actor of activations: the passing of time. */
const ACTIVATION_ACTOR = 'system:activation'

/** First 16 hex characters of the SHA-256 of the public key. */
export function fingerprintOf(publicKey: string): string {
  return createHash('sha256')
    .update(Buffer.from(publicKey, 'base64'))
    .digest('hex')
    .slice(0, FINGERPRINT_LENGTH)
}

/** The state of a key now. Time decides it, not the job that records the activation. */
export function signingKeyState(
  { activatesAt, revokedAt }: Pick<SigningKey, 'activatesAt' | 'revokedAt'>,
  nowMicros: Micros
): SigningKeyState {
  if (revokedAt !== null) return 'revoked'
  return activatesAt === null || activatesAt <= nowMicros ? 'active' : 'pending'
}

export type StatedSigningKey = SigningKey & { state: SigningKeyState }

/** A key with its state now. */
export function withState(key: SigningKey, nowMicros: Micros): StatedSigningKey {
  return { ...key, state: signingKeyState(key, nowMicros) }
}

export interface SigningKeyDraft {
  id: string
  orgId: string
  builderId: string
  name: string
  publicKey: string
  actor: string
}

/** @param first whether the organization never had a key before, counting revoked ones */
export function registerKey(draft: SigningKeyDraft, first: boolean, now: Micros): SigningKeyChange {
  const { actor, ...rest } = draft
  const activatesAt = first ? null : now + GRACE_MICROS
  const key: SigningKey = {
    ...rest,
    fingerprint: fingerprintOf(draft.publicKey),
    activatesAt,
    activationDue: activatesAt,
    revokedAt: null,
    createdAt: now,
    updatedAt: now,
    eventCount: 0,
    lastEventHash: '',
    lastEventAt: 0,
  }
  return append(key, { id: registeredEventId(key), eventType: 'registered', actor, at: now })
}

/**
 * Derives the id of a key's first event from the key. The events of a chain name neither the public
 * key nor the time of activation; because that id depends on them, neither can be exchanged without
 * breaking the chain.
 */
export function registeredEventId(
  key: Pick<SigningKey, 'id' | 'orgId' | 'publicKey' | 'activatesAt' | 'createdAt'>
): string {
  const { id, orgId, publicKey, activatesAt, createdAt } = key
  const seed = ['registered', id, orgId, publicKey, String(activatesAt ?? 'at once')].join(' ')
  return derivedId('ske', Math.floor(createdAt / 1000), seed)
}

/** The activation that is due and not recorded; null when there is none. */
export function activateIfDue(
  key: SigningKey,
  now: Micros,
  eventId: () => string
): SigningKeyChange | null {
  const { activationDue: at } = key
  if (at === null || at > now) return null
  const activated = { ...key, activationDue: null }
  return append(activated, { id: eventId(), eventType: 'activated', actor: ACTIVATION_ACTOR, at })
}

/** Ends a key: `cancelled` while it is pending, else `revoked`. */
export function endKey(
  key: SigningKey,
  eventType: 'cancelled' | 'revoked',
  { id, actor, now }: { id: string; actor: string; now: Micros }
): SigningKeyChange {
  const ended = append({ ...key, activationDue: null }, { id, eventType, actor, at: now })
  return { ...ended, key: { ...ended.key, revokedAt: ended.event.createdAt } }
}

function append(
  key: SigningKey,
  next: { id: string; eventType: SigningKeyEventType; actor: string; at: Micros }
): SigningKeyChange {
  const { id, eventType, actor } = next
  // A clock that was set back must not reverse the order of events.
  const createdAt = Math.max(next.at, key.lastEventAt + 1)
  const event = chainEvent({
    id,
    keyId: key.id,
    eventType,
    actor,
    prevHash: key.lastEventHash,
    createdAt,
  })
  return {
    event,
    key: {
      ...key,
      updatedAt: createdAt,
      eventCount: key.eventCount + 1,
      lastEventHash: event.eventHash,
      lastEventAt: createdAt,
    },
  }
}

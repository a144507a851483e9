import { createHash } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { ManualClock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { Database } from '#app/storage/database'
import { AuditLog } from '#modules/auth/services/audit_log'
import { KnownSigningKeys } from '#modules/auth/services/known_signing_keys'
import { RegisterSigningKey } from '#modules/auth/services/register_signing_key'
import { Standing } from '#modules/auth/services/standing'
import { SigningKeyStore } from '#modules/auth/storage/signing_key_store'
import { accepted, type Client } from '#tests/support/client'
import { newSigningPair, type SigningPair } from '#tests/support/signing_pair'

export const SIGNING_KEYS = '/api/v1/signing-keys'
export const HOUR_MS = 3_600_000
export const GRACE_MS = 72 * HOUR_MS

export interface SigningKeyView {
  id: string
  orgId: string
  builderId: string
  name: string
  fingerprint: string
  publicKey: string
  state: string
  activatesAt: string | null
  createdAt: string
  revokedAt: string | null
  updatedAt: string
}

export interface SigningKeyEventView {
  id: string
  keyId: string
  eventType: string
  actor: string
  prevHash: string
  eventHash: string
  createdAt: string
}

export interface RegisteredKey {
  pair: SigningPair
  view: SigningKeyView
}

export function register(by: Client, body: unknown) {
  return by.post<SigningKeyView>(SIGNING_KEYS, body)
}

export async function registered(by: Client, name = 'Test'): Promise<RegisteredKey> {
  const pair = await newSigningPair()
  const { publicKey } = pair
  return { pair, view: accepted(await register(by, { name, publicKey })) }
}

/** A key that was registered some time ago; not the first one of its organization. */
export async function registeredBefore(by: Client, agoMs: number): Promise<RegisteredKey> {
  const pair = await newSigningPair()
  const access = await app.container.make(AccessControl)
  const service = new RegisterSigningKey(
    await app.container.make(SigningKeyStore),
    await app.container.make(KnownSigningKeys),
    await app.container.make(Standing),
    await app.container.make(AuditLog),
    await app.container.make(Database),
    new ManualClock((Date.now() - agoMs) * 1000)
  )
  const principal = await access.authenticate(`Bearer ${by.token}`)
  const { id } = await service.run(principal, { name: 'Before', publicKey: pair.publicKey })
  return { pair, view: await viewOf(by, id) }
}

export async function viewOf(by: Client, id: string): Promise<SigningKeyView> {
  const { signingKeys } = accepted(await by.get<{ signingKeys: SigningKeyView[] }>(SIGNING_KEYS))
  return signingKeys.find((key) => key.id === id)!
}

export function revoke(by: Client, id: string) {
  return by.send<{ revoked: boolean; id: string }>('DELETE', `${SIGNING_KEYS}/${id}`)
}

export function cancel(by: Client, id: string) {
  return by.post<{ cancelled: boolean; id: string }>(`${SIGNING_KEYS}/${id}/cancel`)
}

/** Newest first, as the API gives them. */
export async function eventsOf(by: Client, id: string): Promise<SigningKeyEventView[]> {
  const reply = await by.get<{ events: SigningKeyEventView[] }>(`${SIGNING_KEYS}/${id}/events`)
  return accepted(reply).events
}

/** The hash as a reader of the documentation would compute it. */
export function expectedHash(event: SigningKeyEventView): string {
  const { actor, createdAt, eventType, id, keyId, prevHash } = event
  const text = JSON.stringify({ actor, createdAt, eventType, id, keyId, prevHash })
  return createHash('sha256').update(text).digest('hex')
}

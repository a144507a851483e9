import type { Micros } from '#app/clock/clock'
import type { PolicyStatement, Principal } from '#app/extension/principal'
import type { Preset } from './action_catalog.ts'

/** `svc_<8 characters>_<43 characters>`; a refresh token (`svc_rt_…`) never has this shape. */
const SHAPE = /^svc_([0-9A-Za-z]{8})_[\w-]{43}$/

/** What an API key may do: a preset, or its own statements with aliases expanded. */
export type KeyGrant = { permissions: Preset } | { statements: PolicyStatement[] }

/** An API key as it is stored, without its secret. */
export interface ApiKey {
  /** `key_…` */
  id: string
  orgId: string
  /** The builder who made the key, or on whose behalf another key made it. */
  createdBy: string
  /** The key that made this key, `key_…`; null when a builder did. */
  createdByKeyId: string | null
  /** The builder who took the key over from the key that made it. */
  adoptedBy: string | null
  name: string
  keyPrefix: string
  realmId: string | null
  grant: KeyGrant
  createdAt: Micros
  updatedAt: Micros
  revokedAt: Micros | null
}

type PresetActions = Readonly<Record<Preset, string[]>>

/** The public prefix of a raw key; null when the text cannot be a key. */
export function keyPrefixOf(rawKey: string): string | null {
  return SHAPE.exec(rawKey)?.[1] ?? null
}

/** Whether a bearer claims to be an API key. No other credential begins so. */
export function looksLikeApiKey(bearer: string): boolean {
  return bearer.startsWith('svc_')
}

/**
 * @param presets the actions of each preset as they are today, so that a key includes the actions
 *   of a module that was added after the key was made
 */
export function keyPrincipal(key: ApiKey, presets: PresetActions): Principal {
  return {
    credential: 'api_key',
    credentialId: key.id,
    orgId: key.orgId,
    builderId: key.createdBy,
    actor: { type: 'api_key', id: key.id },
    realmId: key.realmId,
    statements: statementsOf(key.grant, presets),
    apiKeyId: key.id,
    expiresAtMs: null,
  }
}

function statementsOf(grant: KeyGrant, presets: PresetActions): PolicyStatement[] | null {
  if ('statements' in grant) return grant.statements
  if (grant.permissions === 'full') return null
  return [{ effect: 'Allow', actions: presets[grant.permissions], resources: ['*'] }]
}

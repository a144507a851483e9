import type { Clock } from '#app/clock/clock'
import { isLoopback, isPublic } from '#app/preflight/addresses'
import { driftWeaknesses } from '#app/preflight/clock_check'
import { refused, type PreflightCheck, type Weakness } from '#app/preflight/weakness'
import { isMissingTable } from '#app/storage/database_errors'
import { LIMITS } from '#app/limits'
import type { KeyRing } from './services/key_ring.ts'
import { providerWeaknesses, type AuthConfig } from './settings.ts'

/** The header tells whole seconds, rounded down. */
const DATE_RESOLUTION_MS = 1000

type ExposureConfig = Pick<
  AuthConfig,
  'production' | 'appUrl' | 'host' | 'issuer' | 'devIdentityExposed'
>

/** What is checked about sign-in before the service starts. */
export function authPreflight(
  config: AuthConfig,
  { clock, keys }: { clock: Clock; keys: () => Promise<Pick<KeyRing, 'isOpen'>> }
): PreflightCheck[] {
  return [
    {
      name: 'the identity provider',
      stage: 'production',
      check: () => providerWeaknesses({ ...config, production: true }),
    },
    {
      name: 'the clock of the identity provider',
      stage: 'production',
      check: () => providerClockWeaknesses(config.jwksUrl, clock),
    },
    {
      name: 'the development identity provider',
      stage: 'everywhere',
      check: () => exposureWeaknesses(config),
    },
    {
      name: 'what APP_KEY has sealed',
      stage: 'everywhere',
      check: async () => appKeyWeaknesses(await keys()),
    },
  ]
}

/**
 * Weaknesses of a development provider that others can reach: anybody can sign in there as anybody.
 */
export function exposureWeaknesses(config: ExposureConfig): Weakness[] {
  const { production, issuer, host, appUrl, devIdentityExposed } = config
  if (production || issuer !== '' || devIdentityExposed) return []
  const remedy =
    'Set IDP_ISSUER, IDP_AUDIENCE and IDP_JWKS_URL to a real provider, or keep strangers out yourself and say so with DEV_IDENTITY_EXPOSED=true.'
  const found: Weakness[] = []
  const named = new URL(appUrl).hostname
  if (isPublic(named)) {
    const wrong = `${named} is a public name, and the development identity provider lets everybody sign in there as anybody.`
    found.push(refused('APP_URL', wrong, remedy))
  }
  if (!isLoopback(host)) {
    const wrong = `The service listens on ${host}, and the development identity provider lets whoever reaches it sign in as anybody.`
    found.push(refused('HOST', wrong, `Set HOST=127.0.0.1. ${remedy}`))
  }
  return found
}

/**
 * Weaknesses of an APP_KEY that is not the one of this database: this process would open nothing that
 * the others have sealed, and they nothing of what it seals.
 */
export async function appKeyWeaknesses(keys: Pick<KeyRing, 'isOpen'>): Promise<Weakness[]> {
  const isOpen = await keys.isOpen().catch((error: unknown) => {
    // Before the first migration nothing is sealed.
    if (isMissingTable(error)) return true
    throw error
  })
  if (isOpen) return []
  return [
    refused(
      'APP_KEY',
      'The token signing key of this database was sealed with another one: what other processes have sealed stays closed to this one, and what it seals to them.',
      'Set the APP_KEY of the other processes. When it is lost, "node ace auth:rotate-keys" makes a new signing key; secrets of webhooks and links stay closed.'
    ),
  ]
}

/** @throws Error when the provider does not answer */
async function providerClockWeaknesses(jwksUrl: string, clock: Clock): Promise<Weakness[]> {
  if (jwksUrl === '') return []
  const before = clock.nowMs()
  const answer = await fetch(jwksUrl, { signal: AbortSignal.timeout(LIMITS.preflightMs) })
  await answer.body?.cancel()
  const after = clock.nowMs()
  const told = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(told)) throw new Error('its answer carries no date')
  const aheadMs = told + DATE_RESOLUTION_MS / 2 - (before + after) / 2
  const uncertaintyMs = (after - before + DATE_RESOLUTION_MS) / 2
  const whose = 'the identity provider'
  return driftWeaknesses(whose, { aheadMs, uncertaintyMs }, LIMITS.clockDriftMs)
}

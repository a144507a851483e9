import type { Secret } from '@adonisjs/core/helpers'
import { isLoopback } from '#app/preflight/addresses'
import { readSetting } from '#app/preflight/broken_settings'
import { refused, weaknessText, type Weakness } from '#app/preflight/weakness'
import { operatorEmails } from './core/operators.ts'

export const DEV_IDENTITY_PATH = '/dev/identity'

const VARIABLES = {
  issuer: 'IDP_ISSUER',
  audience: 'IDP_AUDIENCE',
  jwksUrl: 'IDP_JWKS_URL',
} as const

/** Raw settings, as `config/auth.ts` reads them. Empty text means "not set". */
export interface AuthConfig {
  production: boolean
  appUrl: string
  /** The address the server listens on. */
  host: string
  issuer: string
  audience: string
  jwksUrl: string
  clientSecret: Secret<string> | undefined
  platformAdminEmails: string
  /** Whether the development provider may run where others can reach it. */
  devIdentityExposed?: boolean
  /** Default 365. */
  auditRetentionDays?: number
  /** `production` demands signatures there; empty demands none. */
  requireSignatures?: string
}

/** Where people sign in. */
export interface IdentityProvider {
  /** The `iss` of its ID tokens; also where OpenID Connect discovery starts. */
  issuer: string
  /** The `aud` of its ID tokens; also this service's client id. */
  audience: string
  jwksUrl: string
  clientSecret: Secret<string> | undefined
}

export const DEV_AUDIENCE = 'service'

type ProviderConfig = Pick<AuthConfig, 'production' | 'issuer' | 'audience' | 'jwksUrl'>

const RETENTION_DAYS = 365
const RETENTION_DAYS_MAX = 36_500

/**
 * The checked settings of sign-in.
 *
 * @throws Error that names the variable to change
 */
export class AuthSettings {
  readonly production: boolean
  /** Without a trailing slash. */
  readonly appUrl: string
  readonly devIssuer: string
  /** Lower case; empty when PLATFORM_ADMIN_EMAILS is not set. */
  readonly operators: ReadonlySet<string>
  /** How long entries of the credential audit log are kept. */
  readonly auditRetentionDays: number
  /** Whether production realms accept only signed changes. */
  readonly requireSignatures: boolean

  #identityProvider: IdentityProvider | null = null

  constructor(private config: AuthConfig) {
    this.production = config.production
    this.appUrl = config.appUrl.replace(/\/+$/, '')
    this.devIssuer = `${this.appUrl}${DEV_IDENTITY_PATH}`
    this.operators = readSetting(() => operatorEmails(config.platformAdminEmails), new Set())
    this.auditRetentionDays = readSetting(
      () => retentionDays(config.auditRetentionDays),
      RETENTION_DAYS_MAX
    )
    this.requireSignatures = config.requireSignatures === 'production'
  }

  /**
   * Not checked in the constructor: services are built while the modules boot, and problems are
   * reported after that, together with those of other settings.
   *
   * @throws Error that says what to set, when people could not sign in safely
   */
  get identityProvider(): IdentityProvider {
    return (this.#identityProvider ??= this.#provider())
  }

  #provider(): IdentityProvider {
    const [weakness] = providerWeaknesses(this.config)
    if (weakness) throw new Error(weaknessText(weakness))
    const { issuer, audience, jwksUrl, clientSecret } = this.config
    if (issuer !== '') return { issuer, audience, jwksUrl, clientSecret }
    return {
      issuer: this.devIssuer,
      audience: DEV_AUDIENCE,
      jwksUrl: `${this.devIssuer}/jwks.json`,
      clientSecret: undefined,
    }
  }
}

/** @throws Error that names the setting */
export function retentionDays(days: number = RETENTION_DAYS): number {
  if (Number.isInteger(days) && days >= 1 && days <= RETENTION_DAYS_MAX) return days
  throw new Error(
    `AUDIT_RETENTION_DAYS must be a whole number of days from 1 to ${RETENTION_DAYS_MAX}.`
  )
}

/**
 * The weaknesses of the provider's settings. Empty when people can sign in safely, or when nothing
 * is set and the development provider stands in.
 */
export function providerWeaknesses(config: ProviderConfig): Weakness[] {
  const names = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[]
  const missing = names.filter((name) => config[name] === '').map((name) => VARIABLES[name])
  if (missing.length > 0 && missing.length < names.length) {
    const wrong = 'The identity provider is set only in part.'
    return [refused(missing.join(' and '), wrong, 'Set it as a whole.')]
  }
  if (!config.production) return []
  if (missing.length > 0) {
    const wrong = 'Nobody can sign in: the development provider is never mounted in production.'
    return [refused(missing.join(', '), wrong, 'Set them to your identity provider.')]
  }
  return (['issuer', 'jwksUrl'] as const).flatMap((name) =>
    productionGrade(VARIABLES[name], config[name])
  )
}

function productionGrade(variable: string, value: string): Weakness[] {
  const { pathname, protocol, hostname } = new URL(value)
  if (`${pathname}/`.includes(`${DEV_IDENTITY_PATH}/`)) {
    const wrong = 'It points to a development identity provider, which lets anybody be anybody.'
    return [refused(variable, wrong, 'Set it to your real provider.')]
  }
  if (protocol === 'https:' || isLoopback(hostname)) return []
  const wrong = `${value} is not https: whoever sits on the way could sign in as anybody.`
  return [refused(variable, wrong, `${variable} must be an https address in production.`)]
}

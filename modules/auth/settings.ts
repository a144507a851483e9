import type { Secret } from '@adonisjs/core/helpers'
import { operatorEmails } from '#modules/auth/core/operators'

/** Raw settings, as `config/auth.ts` reads them. Empty text means "not set". */
export interface AuthConfig {
  production: boolean
  appUrl: string
  issuer: string
  audience: string
  jwksUrl: string
  clientSecret: Secret<string> | undefined
  platformAdminEmails: string
  /** Default 365. */
  auditRetentionDays?: number
  /** `production`, or empty for nowhere. */
  requireSignatures?: string
}

/** Where people sign in. */
export interface IdentityProvider {
  /** The `iss` of its ID tokens; also where OpenID Connect discovery starts. */
  issuer: string
  /** The `aud` of its ID tokens; also our client id. */
  audience: string
  jwksUrl: string
  clientSecret: Secret<string> | undefined
}

export const DEV_IDENTITY_PATH = '/dev/identity'
export const DEV_AUDIENCE = 'service'

const VARIABLES = {
  issuer: 'IDP_ISSUER',
  audience: 'IDP_AUDIENCE',
  jwksUrl: 'IDP_JWKS_URL',
} as const
const RETENTION_DAYS = 365
const RETENTION_DAYS_MAX = 36_500
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Checked settings of sign-in. @throws Error that names the variable to change */
export class AuthSettings {
  readonly production: boolean
  /** Without a trailing slash. */
  readonly appUrl: string
  readonly devIssuer: string
  readonly identityProvider: IdentityProvider
  /** Lower case; empty when PLATFORM_ADMIN_EMAILS is not set. */
  readonly operators: ReadonlySet<string>
  /** How long entries of the credential audit log are kept. */
  readonly auditRetentionDays: number
  /** Whether production realms are changed by signed requests only. */
  readonly requireSignatures: boolean

  constructor(config: AuthConfig) {
    this.production = config.production
    this.appUrl = config.appUrl.replace(/\/+$/, '')
    this.devIssuer = `${this.appUrl}${DEV_IDENTITY_PATH}`
    this.operators = operatorEmails(config.platformAdminEmails)
    this.auditRetentionDays = retentionDays(config.auditRetentionDays)
    this.requireSignatures = config.requireSignatures === 'production'
    this.identityProvider = this.#identityProvider(config)
    if (config.production) this.#assertProductionGrade(this.identityProvider)
  }

  #identityProvider({ production, issuer, audience, jwksUrl, clientSecret }: AuthConfig) {
    const given = { issuer, audience, jwksUrl }
    const missing = Object.entries(VARIABLES)
      .filter(([key]) => given[key as keyof typeof given] === '')
      .map(([, variable]) => variable)
    if (missing.length === 0) return { ...given, clientSecret }
    if (missing.length < Object.keys(VARIABLES).length) {
      throw new Error(
        `The identity provider is set only in part: set ${missing.join(' and ')} as well.`
      )
    }
    if (production) {
      throw new Error(
        `In production people sign in at your identity provider: set ${missing.join(', ')}. The development provider is never mounted there.`
      )
    }
    return {
      issuer: this.devIssuer,
      audience: DEV_AUDIENCE,
      jwksUrl: `${this.devIssuer}/jwks.json`,
      clientSecret: undefined,
    }
  }

  #assertProductionGrade({ issuer, jwksUrl }: IdentityProvider) {
    for (const [variable, value] of [
      ['IDP_ISSUER', issuer],
      ['IDP_JWKS_URL', jwksUrl],
    ] as const) {
      const { pathname, protocol, hostname } = new URL(value)
      if (`${pathname}/`.includes(`${DEV_IDENTITY_PATH}/`)) {
        throw new Error(
          `${variable} points to a development identity provider, which lets anybody be anybody. Set it to your real provider.`
        )
      }
      if (protocol !== 'https:' && !LOOPBACK.has(hostname)) {
        throw new Error(`${variable} must be an https address in production.`)
      }
    }
  }
}

function retentionDays(days: number = RETENTION_DAYS): number {
  if (Number.isInteger(days) && days >= 1 && days <= RETENTION_DAYS_MAX) return days
  throw new Error(
    `AUDIT_RETENTION_DAYS must be a whole number of days from 1 to ${RETENTION_DAYS_MAX}.`
  )
}

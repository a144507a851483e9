import type { Secret } from '@adonisjs/core/helpers'
import { weaknessText } from '#app/preflight/weakness'
import { operatorEmails } from './core/operators.ts'
import { DEV_IDENTITY_PATH, providerWeaknesses } from './preflight.ts'

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
  /** The development provider may run where others reach it. */
  devIdentityExposed?: boolean
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

export const DEV_AUDIENCE = 'service'

const RETENTION_DAYS = 365
const RETENTION_DAYS_MAX = 36_500

/** Checked settings of sign-in. @throws Error that names the variable to change */
export class AuthSettings {
  readonly production: boolean
  /** Without a trailing slash. */
  readonly appUrl: string
  readonly devIssuer: string
  /** Lower case; empty when PLATFORM_ADMIN_EMAILS is not set. */
  readonly operators: ReadonlySet<string>
  /** How long entries of the credential audit log are kept. */
  readonly auditRetentionDays: number
  /** Whether production realms are changed by signed requests only. */
  readonly requireSignatures: boolean

  #identityProvider: IdentityProvider | null = null

  constructor(private config: AuthConfig) {
    this.production = config.production
    this.appUrl = config.appUrl.replace(/\/+$/, '')
    this.devIssuer = `${this.appUrl}${DEV_IDENTITY_PATH}`
    this.operators = operatorEmails(config.platformAdminEmails)
    this.auditRetentionDays = retentionDays(config.auditRetentionDays)
    this.requireSignatures = config.requireSignatures === 'production'
  }

  /**
   * Not decided with the rest: services are built while the modules boot, and what is wrong here is
   * told after that, together with what is wrong elsewhere.
   *
   * @throws Error that says what to set, where people could not sign in safely
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

function retentionDays(days: number = RETENTION_DAYS): number {
  if (Number.isInteger(days) && days >= 1 && days <= RETENTION_DAYS_MAX) return days
  throw new Error(
    `AUDIT_RETENTION_DAYS must be a whole number of days from 1 to ${RETENTION_DAYS_MAX}.`
  )
}

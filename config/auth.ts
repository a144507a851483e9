import env from '#start/env'
import { Secret } from '@adonisjs/core/helpers'

const clientSecret = env.get('IDP_CLIENT_SECRET')

/** Raw settings; `modules/auth/settings.ts` checks what they mean together. */
const authConfig = {
  production: env.get('NODE_ENV') === 'production',
  /** Base address of this service: issuer of access tokens, home of the sign-in pages. */
  appUrl: env.get('APP_URL'),
  host: env.get('HOST'),
  issuer: env.get('IDP_ISSUER', ''),
  audience: env.get('IDP_AUDIENCE', ''),
  jwksUrl: env.get('IDP_JWKS_URL', ''),
  clientSecret: clientSecret ? new Secret(clientSecret) : undefined,
  devIdentityExposed: env.get('DEV_IDENTITY_EXPOSED', false),
  /** Days a credential audit entry is kept. */
  auditRetentionDays: env.get('AUDIT_RETENTION_DAYS'),
  /** Where requests must be signed. */
  requireSignatures: env.get('REQUIRE_SIGNATURES'),
  /** Separated by commas. */
  platformAdminEmails: env.get('PLATFORM_ADMIN_EMAILS', ''),
}

export default authConfig

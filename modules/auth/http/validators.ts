import vine from '@vinejs/vine'
import {
  datedPage,
  givenName,
  instant,
  opaqueId,
  pageCursor,
  pageLimit,
  realmId,
} from '#app/http/rules'
import { BUILDER_ROLES } from '#app/extension/principal'
import { LIMITS } from '#app/limits'
import { AUTH_LIMITS } from '../limits.ts'
import { AUDIT_EVENTS } from '../core/audit_entry.ts'

const secret = (maxLength: number) => vine.string().minLength(1).maxLength(maxLength)
const address = () => vine.string().trim().maxLength(AUTH_LIMITS.emailLength).email()

export const signInBody = vine.create({
  googleIdToken: secret(AUTH_LIMITS.idTokenLength),
  orgName: givenName().optional(),
})

export const browserAccessBody = vine.create({ orgName: givenName().optional() })

export const refreshTokenBody = vine.create({
  refreshToken: secret(AUTH_LIMITS.refreshTokenLength),
})

/** Any text is accepted; one that is no path of this site becomes `/`. */
export const returnToQuery = vine.create({
  returnTo: vine.any().optional().meta({ type: 'string' }),
})

/** The query of a list that has no filter but dates. */
export const pageQuery = vine.create({
  ...datedPage(),
})

export const sessionParams = vine.create({ id: opaqueId() })

export const listAuditQuery = vine.create({
  eventType: vine.enum(AUDIT_EVENTS).optional(),
  realmId: realmId().optional(),
  since: instant().optional(),
  until: instant().optional(),
  success: vine.enum(['true', 'false'] as const).optional(),
  limit: pageLimit(LIMITS.listMax),
  cursor: pageCursor(),
})

const role = () => vine.enum(BUILDER_ROLES)

export const memberParams = vine.create({ id: opaqueId() })

export const changeMemberBody = vine.create({ role: role() })

export const inviteBody = vine.create({ email: address(), role: role() })

export const invitationParams = vine.create({ id: opaqueId() })

/** Any text is accepted, so that a person always gets a page. */
export const invitationPageParams = vine.create({ secret: vine.string() })

export const invitationForm = vine.create({ formToken: secret(AUTH_LIMITS.stateLength) })

export const acceptInvitationBody = vine.create({
  googleIdToken: secret(AUTH_LIMITS.idTokenLength),
  secret: secret(AUTH_LIMITS.invitationSecretLength),
})

export const devPersonBody = vine.create({ email: address(), name: givenName() })

/**
 * The person as typed into the sign-in page. The page checks it itself, so that it can say what is
 * wrong.
 */
export const devPersonForm = vine.create({
  email: vine.string().maxLength(AUTH_LIMITS.stateLength).optional(),
  name: vine.string().maxLength(AUTH_LIMITS.stateLength).optional(),
  /** The remembered person of this browser goes on, and types nothing. */
  remembered: vine.enum(['yes'] as const).optional(),
})

export const authorizeQuery = vine.create({
  response_type: vine.enum(['code'] as const),
  client_id: secret(AUTH_LIMITS.stateLength),
  redirect_uri: secret(AUTH_LIMITS.redirectUriLength),
  scope: vine.string().maxLength(AUTH_LIMITS.stateLength).optional(),
  state: vine.string().maxLength(AUTH_LIMITS.stateLength).optional(),
  nonce: vine.string().maxLength(AUTH_LIMITS.stateLength).optional(),
  code_challenge: secret(AUTH_LIMITS.codeVerifierLength),
  code_challenge_method: vine.enum(['S256'] as const),
  /** How long ago the person may have signed in, in seconds. */
  max_age: vine.number().withoutDecimals().min(0).optional(),
  prompt: vine.string().maxLength(AUTH_LIMITS.stateLength).optional(),
})

export const codeForm = vine.create({
  grant_type: vine.enum(['authorization_code'] as const),
  code: secret(AUTH_LIMITS.codeLength),
  redirect_uri: secret(AUTH_LIMITS.redirectUriLength),
  client_id: secret(AUTH_LIMITS.stateLength),
  code_verifier: secret(AUTH_LIMITS.codeVerifierLength),
})

export const stepUpParams = vine.create({ id: opaqueId() })

/** Any text is accepted, so that a person always gets a page. */
export const stepUpPageParams = vine.create({ id: vine.string() })

export const stepUpForm = vine.create({
  decision: vine.enum(['approve', 'deny'] as const),
  formToken: secret(AUTH_LIMITS.stateLength),
})

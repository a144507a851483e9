import vine from '@vinejs/vine'
import { shortText } from '#app/http/rules'
import { LIMITS } from '#app/limits'
import { AUTH_LIMITS } from '#modules/auth/core/limits'

const NO_CONTROL_CHARACTERS = /^\P{Cc}*$/u

const secret = (maxLength: number) => vine.string().minLength(1).maxLength(maxLength)
const called = () => shortText(LIMITS.nameLength).regex(NO_CONTROL_CHARACTERS)
const address = () => vine.string().trim().maxLength(LIMITS.emailLength).email()

export const signInBody = vine.create({
  googleIdToken: secret(LIMITS.idTokenLength),
  orgName: called().optional(),
})

export const refreshTokenBody = vine.create({
  refreshToken: secret(AUTH_LIMITS.refreshTokenLength),
})

/** Anything may stand here; what is no path of this site becomes `/`. */
export const returnToQuery = vine.create({ returnTo: vine.any().optional() })

export const devPersonBody = vine.create({ email: address(), name: called() })

/** The same person typed into the sign-in page, judged by the page so that it can say what is wrong. */
export const devPersonForm = vine.create({
  email: vine.string().maxLength(AUTH_LIMITS.stateLength).optional(),
  name: vine.string().maxLength(AUTH_LIMITS.stateLength).optional(),
})

export const authorizeQuery = vine.create({
  response_type: vine.string().in(['code']),
  client_id: secret(AUTH_LIMITS.stateLength),
  redirect_uri: secret(AUTH_LIMITS.redirectUriLength),
  scope: vine.string().maxLength(AUTH_LIMITS.stateLength).optional(),
  state: vine.string().maxLength(AUTH_LIMITS.stateLength).optional(),
  nonce: vine.string().maxLength(AUTH_LIMITS.stateLength).optional(),
  code_challenge: secret(AUTH_LIMITS.codeVerifierLength),
  code_challenge_method: vine.string().in(['S256']),
})

export const codeForm = vine.create({
  grant_type: vine.string().in(['authorization_code']),
  code: secret(AUTH_LIMITS.codeLength),
  redirect_uri: secret(AUTH_LIMITS.redirectUriLength),
  client_id: secret(AUTH_LIMITS.stateLength),
  code_verifier: secret(AUTH_LIMITS.codeVerifierLength),
})

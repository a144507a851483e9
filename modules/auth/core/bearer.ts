import { AUTH_LIMITS } from '#modules/auth/core/limits'

const BEARER = /^Bearer +([^\s]+)$/i

/** The token of an `Authorization: Bearer …` header, or null. */
export function bearerToken(authorization: string | undefined): string | null {
  const token = BEARER.exec(authorization ?? '')?.[1]
  return token !== undefined && token.length <= AUTH_LIMITS.accessTokenLength ? token : null
}

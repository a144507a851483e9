import { LIMITS } from '#app/limits'

const BEARER = /^Bearer +([^\s]+)$/i

/** The token of an `Authorization: Bearer …` header, or null. */
export function bearerToken(authorization: string | undefined): string | null {
  const token = BEARER.exec(authorization ?? '')?.[1]
  return token !== undefined && token.length <= LIMITS.accessTokenLength ? token : null
}

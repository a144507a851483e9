import { errors, jwtVerify } from 'jose'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { AUTH_LIMITS } from '../limits.ts'
import {
  isFreshlyAuthenticated,
  isIssuedTo,
  readAuthTime,
  readIdentity,
  type Authentication,
  type IdTokenProblem,
} from '../core/identity.ts'
import { IdentityKeysUnavailable, IdentityKeys } from './identity_keys.ts'
import { AuthSettings } from '../settings.ts'

/**
 * Asymmetric algorithms only: with a shared-secret algorithm the public key would be the secret.
 */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA']

const ADVICE: Record<IdTokenProblem, string> = {
  malformed: 'It is not a signed JSON Web Token with an accepted algorithm.',
  expired: 'It has expired: sign in again.',
  too_old: `It was issued more than ${AUTH_LIMITS.idTokenAgeSeconds / 60} minutes ago: sign in again and send the new one.`,
  sign_in_too_old:
    'It does not say that you signed in at the identity provider just now, and this needs a fresh sign-in: sign in again there.',
  signature: 'It was not signed by the identity provider of this service.',
  issuer: 'It comes from another identity provider.',
  audience: 'It was made for another application.',
  claims: 'Its claims are not those of a person who may sign in.',
  email: 'It carries no e-mail address: ask for the "email" scope.',
  email_not_verified: 'Its e-mail address is not verified: verify it at the identity provider.',
}

/** Turns an ID token into the person it stands for, or refuses it. */
@singleton()
export class VerifyIdToken {
  constructor(
    private keys: IdentityKeys,
    private settings: AuthSettings,
    private clock: Clock
  ) {}

  /**
   * @param options `fresh`: the person must have proved who they are at the provider just now
   * @throws ServiceError UNAUTHORIZED with `details.reason`, IDENTITY_PROVIDER_UNAVAILABLE
   */
  async run(idToken: string, { fresh = false } = {}): Promise<Authentication> {
    const { issuer, audience } = this.settings.identityProvider
    const nowMs = this.clock.nowMs()
    try {
      const { payload } = await jwtVerify(idToken, this.keys.find, {
        algorithms: ALGORITHMS,
        issuer,
        audience,
        requiredClaims: ['sub', 'iat', 'exp'],
        clockTolerance: AUTH_LIMITS.idTokenToleranceSeconds,
        maxTokenAge: AUTH_LIMITS.idTokenAgeSeconds,
        currentDate: new Date(nowMs),
      })
      const identity = isIssuedTo(payload, audience) ? readIdentity(payload) : 'audience'
      if (typeof identity === 'string') throw refused(identity)
      const who = { ...identity, authenticatedAtMs: readAuthTime(payload) }
      if (fresh && !isFreshlyAuthenticated(who, nowMs, AUTH_LIMITS.idTokenToleranceSeconds)) {
        throw refused('sign_in_too_old')
      }
      return who
    } catch (error) {
      if (error instanceof IdentityKeysUnavailable) {
        throw new ServiceError('IDENTITY_PROVIDER_UNAVAILABLE', { cause: error })
      }
      throw error instanceof errors.JOSEError ? refused(problemOf(error), error) : error
    }
  }
}

function problemOf(error: errors.JOSEError): IdTokenProblem {
  if (error instanceof errors.JWTExpired) return error.claim === 'iat' ? 'too_old' : 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iss') return 'issuer'
    return error.claim === 'aud' ? 'audience' : 'claims'
  }
  if (
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  ) {
    return 'signature'
  }
  return 'malformed'
}

function refused(reason: IdTokenProblem, cause?: unknown): ServiceError {
  return new ServiceError('UNAUTHORIZED', {
    message: `The ID token is not valid. ${ADVICE[reason]}`,
    next: 'Sign in (POST /api/v1/auth/google) with a fresh ID token of the identity provider.',
    details: { reason },
    cause,
  })
}

import { AUTH_LIMITS } from '../limits.ts'

/** A person, as the identity provider describes them. */
export interface Identity {
  issuer: string
  subject: string
  /** The provider has verified it; trimmed, in lower case. */
  email: string
  /** The provider's name for the person; the e-mail address when it gives none. */
  name: string
}

/** A person who has come back from the identity provider. */
export interface Authentication extends Identity {
  /** When the person last signed in at the provider; null when the provider does not say. */
  authenticatedAtMs: number | null
}

/** Why an ID token was refused. */
export type IdTokenProblem =
  | 'malformed'
  | 'expired'
  | 'too_old'
  | 'sign_in_too_old'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'claims'
  | 'email'
  | 'email_not_verified'

const EMAIL_LENGTH = 254

/** Addresses are compared without case, so that one person has one account. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * Reads the person out of the claims of an ID token whose signature, issuer and audience are valid.
 * Only `true` counts as a verified address: the text "false" would pass a check for truth.
 */
export function readIdentity(claims: Record<string, unknown>): Identity | IdTokenProblem {
  const { iss, sub, email, email_verified: emailVerified, name } = claims
  if (typeof iss !== 'string' || typeof sub !== 'string') return 'claims'
  if (!isSubject(sub)) return 'claims'
  if (typeof email !== 'string') return 'email'
  const address = normalEmail(email)
  if (!address.includes('@') || address.length > EMAIL_LENGTH) return 'email'
  if (emailVerified !== true) return 'email_not_verified'
  const called = typeof name === 'string' && name.trim() !== '' ? name.trim() : address
  return { issuer: iss, subject: sub, email: address, name: called }
}

/**
 * Refuses names that the database would confuse. It ignores spaces at the end when it compares, and
 * all lone surrogates become one replacement character: two persons whose provider gives out such
 * names would share an account.
 */
function isSubject(sub: string): boolean {
  const { length } = sub
  return (
    length > 0 && length <= AUTH_LIMITS.subjectLength && sub.trim() === sub && sub.isWellFormed()
  )
}

/** The `auth_time` of an ID token in milliseconds; null when it is no finite number. */
export function readAuthTime({ auth_time: seconds }: Record<string, unknown>): number | null {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds * 1000 : null
}

/** Whether a person has signed in recently enough to decide what cannot be undone. */
export function isFreshlyAuthenticated(
  { authenticatedAtMs }: Pick<Authentication, 'authenticatedAtMs'>,
  nowMs: number,
  toleranceSeconds = 0
): boolean {
  if (authenticatedAtMs === null) return false
  return nowMs - authenticatedAtMs <= (AUTH_LIMITS.freshSignInSeconds + toleranceSeconds) * 1000
}

/**
 * Whether a token was issued to this service. A token for several audiences must say so (`azp`);
 * otherwise another client of the provider could sign people in here with the tokens it receives.
 */
export function isIssuedTo(claims: Record<string, unknown>, audience: string): boolean {
  const { aud, azp } = claims
  return !Array.isArray(aud) || aud.length === 1 || azp === audience
}

import { LIMITS } from '#app/limits'

/** A person, as the identity provider vouches for them. */
export interface Identity {
  issuer: string
  subject: string
  /** Verified by the provider; trimmed, lower case. */
  email: string
  /** What the provider calls the person; the e-mail address when it says nothing. */
  name: string
}

/** A person who has come back from the identity provider. */
export interface Authentication extends Identity {
  /** When they proved there who they are; null when the provider does not say. */
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

/** Addresses are compared without regard to case, so that one person has one account. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * Reads the person out of the claims of an ID token whose signature, issuer and audience hold.
 * Only `true` counts as a verified address: text such as "false" is true to a careless check.
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
 * The database ignores spaces at the end when it compares, and half characters become one and the
 * same replacement: two persons of a provider that hands out such names would share an account.
 */
function isSubject(sub: string): boolean {
  const { length } = sub
  return length > 0 && length <= LIMITS.subjectLength && sub.trim() === sub && sub.isWellFormed()
}

/** The `auth_time` of an ID token; null when it says nothing a clock could. */
export function readAuthTime({ auth_time: seconds }: Record<string, unknown>): number | null {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds * 1000 : null
}

/** Whether somebody proved who they are recently enough to decide what cannot be undone. */
export function isFreshlyAuthenticated(
  { authenticatedAtMs }: Pick<Authentication, 'authenticatedAtMs'>,
  nowMs: number,
  toleranceSeconds = 0
): boolean {
  if (authenticatedAtMs === null) return false
  return nowMs - authenticatedAtMs <= (LIMITS.freshSignInSeconds + toleranceSeconds) * 1000
}

/**
 * A token made for several audiences must say that it was issued to us (`azp`), or another client
 * of the provider could sign people in here with tokens it received.
 */
export function isIssuedTo(claims: Record<string, unknown>, audience: string): boolean {
  const { aud, azp } = claims
  return !Array.isArray(aud) || aud.length === 1 || azp === audience
}

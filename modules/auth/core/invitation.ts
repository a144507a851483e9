import type { Micros } from '#app/clock/clock'
import type { BuilderRole } from '#app/extension/principal'

export const INVITATION_STATUSES = ['pending', 'accepted', 'revoked', 'expired'] as const

export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

/** An invitation into an organization, without its secret. */
export interface Invitation {
  /** `inv_…` */
  id: string
  orgId: string
  /** Whoever accepts has to be signed in with this address; in lower case. */
  email: string
  role: BuilderRole
  /** The owner who invites, `bld_…`. */
  invitedBy: string
  createdAt: Micros
  expiresAt: Micros
  acceptedAt: Micros | null
  /** The builder who accepted it. */
  acceptedBy: string | null
  revokedAt: Micros | null
}

type Standing = Pick<Invitation, 'acceptedAt' | 'revokedAt' | 'expiresAt'>

export function invitationStatus(
  { acceptedAt, revokedAt, expiresAt }: Standing,
  now: Micros
): InvitationStatus {
  if (acceptedAt !== null) return 'accepted'
  if (revokedAt !== null) return 'revoked'
  return expiresAt <= now ? 'expired' : 'pending'
}

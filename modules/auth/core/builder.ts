/** A person with an account, and the organization it belongs to. */
export interface Builder {
  /** `bld_…` */
  id: string
  email: string
  /** `org_…` */
  orgId: string
  orgName: string
  role: string
  /** The identity provider of the person, and the provider's id for them. */
  issuer: string
  subject: string
}

/** The role of the person who creates an organization. */
export const OWNER = 'owner'

/** The role of a person whom the operator has moved into an organization. */
export const MEMBER = 'member'

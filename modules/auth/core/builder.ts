/** A person with an account, and the organization it belongs to. */
export interface Builder {
  /** `bld_…` */
  id: string
  email: string
  /** `org_…` */
  orgId: string
  orgName: string
  role: string
  /** The identity provider that vouches for the person, and its name for them. */
  issuer: string
  subject: string
}

/** The role of whoever creates an organization. */
export const OWNER = 'owner'

import type { BuilderRole } from '#app/extension/principal'

/** A person with an account, and the organization it belongs to. */
export interface Builder {
  /** `bld_…` */
  id: string
  email: string
  /** `org_…` */
  orgId: string
  orgName: string
  role: BuilderRole
  /** The identity provider of the person, and the provider's id for them. */
  issuer: string
  subject: string
}

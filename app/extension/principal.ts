/** One policy statement: effect, full action names (aliases expanded) and resource patterns. */
export interface PolicyStatement {
  effect: 'Allow' | 'Deny'
  actions: string[]
  resources: string[]
}

export interface Actor {
  /** `builder`, `api_key`, `end_user` or `system`. */
  type: string
  id: string
}

/** Who is asking, as the credential proved it. */
export interface Principal {
  credential: 'builder' | 'api_key' | 'scoped_token'
  /** Key id, token id or builder id: what an audit entry names. */
  credentialId: string
  orgId: string
  /** The builder behind the credential; for keys and scoped tokens the one that created it. */
  builderId: string
  /** Recorded on every operation. */
  actor: Actor
  /** The realm the credential is locked to, or null. */
  realmId: string | null
  /** null means unrestricted. */
  statements: PolicyStatement[] | null
}

import { BUILDER_ROLES, type BuilderRole, type PolicyStatement } from '#app/extension/principal'

/**
 * What each role may do. `docs/permissions.md` shows this table, and a test compares them; routes and
 * use cases ask `rolesThat` and `roleMay`, and name no role themselves.
 */
export const RIGHTS = {
  read: {
    what: 'reads everything in every realm, and the audit log (`svc:Read` on `*`); sees the members, and leaves',
    roles: ['owner', 'developer', 'viewer'],
  },
  act: {
    what: 'does everything else: realms, value, orders, API keys, signing keys, webhooks, monitors',
    roles: ['owner', 'developer'],
  },
  decide: {
    what: 'confirms and approves, in a browser, what credentials of the organization ask for',
    roles: ['owner', 'developer'],
  },
  manage: {
    what: 'invites members, gives roles, removes members, and confirms what concerns owners',
    roles: ['owner'],
  },
} as const satisfies Record<string, { what: string; roles: readonly BuilderRole[] }>

export type Right = keyof typeof RIGHTS

/** The role of whoever makes an organization. An organization with members has at least one. */
export const OWNER: BuilderRole = 'owner'

export function rolesThat(right: Right): readonly BuilderRole[] {
  return RIGHTS[right].roles
}

export function roleMay(role: BuilderRole, right: Right): boolean {
  return rolesThat(right).includes(role)
}

/** The rights of each role, in the order of the table. */
export function rightsByRole(): Record<BuilderRole, Right[]> {
  const rights = Object.keys(RIGHTS) as Right[]
  const ofEach = BUILDER_ROLES.map((role) => [role, rights.filter((each) => roleMay(role, each))])
  return Object.fromEntries(ofEach) as Record<BuilderRole, Right[]>
}

/** Whether a role takes rights away that another one has. */
export function isLess(role: BuilderRole, than: BuilderRole): boolean {
  const rights = rightsByRole()
  return rights[than].some((right) => !rights[role].includes(right))
}

export function isRole(text: unknown): text is BuilderRole {
  return BUILDER_ROLES.some((role) => role === text)
}

/** A role as it is stored. One that this release does not know may do least. */
export function storedRole(text: string): BuilderRole {
  return isRole(text) ? text : 'viewer'
}

/**
 * What a member's own credential may do; null means everything.
 *
 * @param reading the actions of `svc:Read` as they are today
 */
export function statementsOf(
  role: BuilderRole,
  reading: readonly string[]
): PolicyStatement[] | null {
  if (roleMay(role, 'act')) return null
  return [{ effect: 'Allow', actions: [...reading], resources: ['*'] }]
}

import { toRfc3339 } from '#app/clock/timestamp'
import type { ActionCatalog } from '../core/action_catalog.ts'
import { rightsByRole } from '../core/roles.ts'
import type { ApiKey } from '../core/api_key.ts'
import type { ScopedToken } from '../core/scoped_token.ts'

export function presentApiKey(key: ApiKey) {
  const { id, orgId, createdBy, name, keyPrefix, realmId, grant, revokedAt } = key
  const { createdByKeyId, adoptedBy } = key
  return {
    id,
    orgId,
    createdBy,
    ...(createdByKeyId !== null && { createdByKeyId }),
    ...(adoptedBy !== null && { adoptedBy }),
    name,
    keyPrefix,
    status: revokedAt === null ? 'active' : 'revoked',
    ...(realmId !== null && { realmId }),
    ...('statements' in grant
      ? { scope: { statements: grant.statements } }
      : { permissions: grant.permissions }),
    createdAt: toRfc3339(key.createdAt),
    updatedAt: toRfc3339(key.updatedAt),
    revokedAt: revokedAt === null ? null : toRfc3339(revokedAt),
  }
}

export function presentScopedToken(token: ScopedToken) {
  const { id, sub, realmId, statements, mintedBy, revokedAt } = token
  return {
    id,
    sub,
    realmId,
    scope: { statements },
    mintedBy,
    createdAt: toRfc3339(token.createdAt),
    expiresAt: toRfc3339(token.expiresAt),
    revokedAt: revokedAt === null ? null : toRfc3339(revokedAt),
  }
}

export function presentCatalog({ actions, aliases, presets }: ActionCatalog) {
  return {
    actions: actions.map(({ name, description, resource }) => ({ name, description, resource })),
    aliases,
    presets,
    roles: rightsByRole(),
  }
}

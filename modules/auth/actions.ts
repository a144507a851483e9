import type { ActionDefinition } from '#app/extension/actions'

/** The actions that auth itself checks. */
export const AUTH_ACTIONS: ActionDefinition[] = [
  {
    name: 'svc:ReadAuditLog',
    description: 'Read the credential audit log.',
    resource: '`/`',
    aliases: ['svc:Read'],
  },
]

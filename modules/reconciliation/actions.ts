import type { ActionDefinition } from '#app/extension/actions'

/** The actions that reconciliations check. */
export const RECONCILIATION_ACTIONS: ActionDefinition[] = [
  {
    name: 'svc:ManageReconciliation',
    description: 'Compare files with the books, cancel and delete what came of it.',
    resource: 'the object or prefix that is compared',
    aliases: [],
  },
  {
    name: 'svc:ReadReconciliation',
    description: 'Read what came of comparing files with the books, line by line.',
    resource: 'the object or prefix that is compared',
    aliases: ['svc:Read'],
  },
]

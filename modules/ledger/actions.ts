import type { ActionDefinition } from '#app/extension/actions'

/** The permissions the ledger checks. */
export const LEDGER_ACTIONS: ActionDefinition[] = [
  {
    name: 'svc:CreateObject',
    description: 'Create an object.',
    resource: 'the path created',
    aliases: ['svc:Lifecycle', 'svc:Write'],
  },
  {
    name: 'svc:TransferFrom',
    description: 'Move value out of an object to another.',
    resource: 'the source path',
    aliases: ['svc:Transfer', 'svc:Write'],
  },
  {
    name: 'svc:ReceiveTo',
    description: 'Let value arrive at an object.',
    resource: 'the target path',
    aliases: ['svc:Transfer', 'svc:Write'],
  },
  {
    name: 'svc:ReadObject',
    description: 'Read an object, its valuation and its place in lists.',
    resource: 'the object path, or the prefix of a list',
    aliases: ['svc:Read'],
  },
  {
    name: 'svc:ReadBalance',
    description: 'Read the balances of an object.',
    resource: 'the object path',
    aliases: ['svc:Read'],
  },
  {
    name: 'svc:ReadOperation',
    description: 'Read operations and their evidence.',
    resource: 'the operation path, or the path of either side',
    aliases: ['svc:Read'],
  },
]

import type { ActionDefinition } from '#app/extension/actions'

/** The actions that the ledger checks. */
export const LEDGER_ACTIONS: ActionDefinition[] = [
  {
    name: 'svc:CreateObject',
    description: 'Create an object.',
    resource: 'the path created',
    aliases: ['svc:Lifecycle', 'svc:Write'],
  },
  {
    name: 'svc:UpdateObject',
    description: 'Change the metadata, the display name or the labels of an object.',
    resource: 'the object path',
    aliases: ['svc:Lifecycle', 'svc:Write'],
  },
  {
    name: 'svc:LimitObject',
    description:
      'Set the limits of an object. No wider action but svc:* includes it: who may move value out does not lift what bounds that.',
    resource: 'the object path',
    aliases: [],
  },
  {
    name: 'svc:DeleteObject',
    description: 'Delete an object, and pay out what it holds.',
    resource: 'the object path',
    aliases: ['svc:Lifecycle', 'svc:Write'],
  },
  {
    name: 'svc:DeleteEmptyObject',
    description: 'Delete an object that holds nothing.',
    resource: 'the object path',
    aliases: ['svc:Lifecycle', 'svc:Write'],
  },
  {
    name: 'svc:UpdateFolderLabels',
    description: 'Change the labels of a folder.',
    resource: 'the folder path',
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
    name: 'svc:WithdrawFrom',
    description: 'Pay value out of an object, out of the realm.',
    resource: 'the source path',
    aliases: ['svc:Write'],
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
  {
    name: 'svc:ReadEvent',
    description: 'Read events.',
    resource: 'the path of the object the event concerns',
    aliases: ['svc:Read'],
  },
  {
    name: 'svc:ReadDelta',
    description: 'Read the changes an event made.',
    resource: 'the path of the object that changed',
    aliases: ['svc:Read'],
  },
  {
    name: 'svc:Subscribe',
    description: 'Watch a part of the tree; what is delivered needs its own read action too.',
    resource: 'the prefix watched',
    aliases: ['svc:Read'],
  },
]

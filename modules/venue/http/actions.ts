import type { ActionDefinition } from '#app/extension/actions'

/** The actions that the venue checks. */
export const VENUE_ACTIONS: ActionDefinition[] = [
  {
    name: 'svc:PlaceOrder',
    description: 'Place and resize orders, start a TWAP, set leverage and margin.',
    resource: 'the path of the exchange object',
    aliases: ['svc:Exchange', 'svc:Write'],
  },
  {
    name: 'svc:CancelOrder',
    description: 'Cancel orders and stop a TWAP.',
    resource: 'the path of the exchange object',
    aliases: ['svc:Exchange', 'svc:Write'],
  },
  {
    name: 'svc:ReadExchange',
    description: 'Read orders, positions, fills and the exchange account.',
    resource: 'the path of the exchange object',
    aliases: ['svc:Read', 'svc:Exchange', 'svc:Write'],
  },
]

import type { ActionDefinition } from '#app/extension/actions'

export const CUSTODY_ACTIONS: ActionDefinition[] = [
  {
    name: 'svc:ReadCustody',
    description: "Read the state of a realm's custody: pool, boundaries, balance sheet.",
    resource: "the boundary's root path, `/` for the realm",
    aliases: ['svc:Read'],
  },
  {
    name: 'svc:ReadLiabilityProof',
    description: 'Read the proof that an object is counted among what its boundary owes.',
    resource: 'the object path',
    aliases: ['svc:Read'],
  },
  {
    name: 'svc:CosignWithdraw',
    description: 'Submit a withdrawal that the end user has co-signed.',
    resource: 'the source path',
    aliases: [],
  },
]

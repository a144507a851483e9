/** The jobs that others wake. */
export const QUEUES = {
  keeper: 'custody-keeper',
  boundaries: 'custody-boundaries',
  index: 'custody-index',
  deposits: 'custody-deposits',
  settle: 'custody-settle',
  exits: 'custody-exits',
  halts: 'custody-halts',
  nonceWatch: 'custody-nonce-watch',
  tokenWatch: 'custody-token-watch',
} as const

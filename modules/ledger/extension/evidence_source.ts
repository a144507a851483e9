export const CHAIN_DIRECTIONS = ['inbound', 'internal', 'outbound'] as const

/** A transaction that another one of the same nonce has taken the place of is `replaced`. */
export const CHAIN_STATUSES = ['pending', 'confirmed', 'failed', 'replaced'] as const

/** A chain transaction of an operation, in the shape that evidence shows. */
export interface ChainTransactionEvidence {
  id: string
  realmId: string
  operationId: string
  txHash: string
  chain: string
  direction: (typeof CHAIN_DIRECTIONS)[number]
  status: (typeof CHAIN_STATUSES)[number]
  confirmations: number
  createdAt: string
  updatedAt: string
}

/**
 * Adds a module's knowledge to the evidence of operations. It is called on reads, with a page of
 * operations at once; a throw fails the read.
 */
export interface EvidenceSource {
  readonly name: string
  chainTransactions(operationIds: string[]): Promise<ChainTransactionEvidence[]>
}

declare module '#app/extension/module' {
  interface ServiceModule {
    evidenceSources?: EvidenceSource[]
  }
}

/** A chain transaction behind an operation, in the shape evidence shows. */
export interface ChainTransactionEvidence {
  id: string
  realmId: string
  operationId: string
  txHash: string
  chain: string
  direction: string
  status: string
  confirmations: number
  createdAt: string
  updatedAt: string
}

/**
 * Contributes to the evidence of operations what its module knows. Called on reads with a page of
 * operations at once; a throw fails the read.
 */
export interface EvidenceSource {
  readonly name: string
  chainTransactions(operationIds: string[]): Promise<ChainTransactionEvidence[]>
}

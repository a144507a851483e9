/** What transactions of the service are named, by the operation they are for. */
export const PURPOSES = {
  mint: (operationId: string) => `mint:${operationId}`,
  /** The sweeps of one deposit's address, first to last. */
  sweep: (operationId: string, sweepNo: number) => `sweep:${operationId}:${sweepNo}`,
}

export const WITHDRAWAL_PURPOSES = {
  /** Pays, or asks for the exit of a time-locked boundary. */
  send: (operationId: string) => `withdraw:${operationId}`,
  executeExit: (operationId: string) => `withdraw-exit:${operationId}`,
  /** Ends an exit that can never be paid. */
  cancelExit: (operationId: string) => `withdraw-cancel:${operationId}`,
  void: (operationId: string) => `withdraw-void:${operationId}`,
}

/** What settles the transfers of a batch. */
export const settlePurpose = (batchId: string) => `settle:${batchId}`

const SETTLES = /^settle:(.+)$/
const NAMES_OPERATION = /\bop_[0-7][0-9a-z]{25}(?![0-9a-z])/

/** What a purpose is about: the batch that it settles, or the one operation that it names. */
export function subjectOf(purpose: string): { batchId?: string; operationId?: string } {
  const [, batchId] = SETTLES.exec(purpose) ?? []
  const [operationId] = NAMES_OPERATION.exec(purpose) ?? []
  return { batchId, operationId }
}

/** One anchor for each boundary and entry of the journal, as the contract has it too. */
export function attestPurpose(boundaryId: string, seq: number): string {
  return `attest:${boundaryId}:${seq}`
}

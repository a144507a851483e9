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

/** One anchor for each boundary and entry of the journal, as the contract has it too. */
export function attestPurpose(boundaryId: string, seq: number): string {
  return `attest:${boundaryId}:${seq}`
}

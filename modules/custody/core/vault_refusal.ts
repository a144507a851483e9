/** Why the chain never takes a transfer into or out of a vault. */
export type VaultRefusal = 'frozen' | 'short' | 'voided'

/** Words for whoever asked for the transfer; they name nothing of the service's inside. */
const MESSAGES: Record<VaultRefusal, string> = {
  frozen: 'The custody boundary is frozen by the holder of its recovery key.',
  short: 'The custody boundary holds less on the chain than the amount.',
  voided: 'It was cancelled before it was executed.',
}

export function vaultRefusalText(refusal: VaultRefusal | null): string {
  return refusal ? MESSAGES[refusal] : 'The chain has refused the transfer.'
}

/**
 * @param revert name of the contract's reason, or null when the node gave none
 * @returns null for what passes: a halt, a result that is still to be settled, its own execution
 */
export function judgeVaultRevert(revert: string | null): VaultRefusal | null {
  switch (revert) {
    case 'BoundaryFrozen':
      return 'frozen'
    case 'InsufficientBalance':
      return 'short'
    default:
      return null
  }
}

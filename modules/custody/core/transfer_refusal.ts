/** What the owner of a transfer is told; nothing of it names keys, addresses or other tenants. */
const MESSAGES: Record<string, string> = {
  UnknownBoundary: 'One of the two custody boundaries is not known on the chain.',
  Frozen: 'One of the two custody boundaries is frozen.',
  TimeLocked:
    'The custody boundary of the source has a time lock: value leaves it only by a withdrawal that waits.',
  CosignRequired: 'Value leaves the custody boundary of the source only with a second signature.',
  Insufficient: 'The custody boundary of the source holds less on the chain than the amount.',
  Voided: 'It was cancelled before it was executed.',
  Zero: 'The amount is zero on the chain.',
  SameBoundary: 'Both sides lie in the same custody boundary.',
}

const UNKNOWN = 'The chain has refused the transfer.'

/** @param reason name of the contract's reason */
export function transferRefusal(reason: string | null): string {
  return MESSAGES[reason ?? ''] ?? UNKNOWN
}

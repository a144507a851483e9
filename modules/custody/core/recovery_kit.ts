/** What the holder of a recovery key does at the pool, in the order in which it is done. */
export interface RecoveryStep {
  /** The function of the pool. */
  call: string
  /** Its types: `lock(bytes32)`. */
  signature: string
  does: string
  /** Values of the arguments; null for one that the holder chooses, which is the last. */
  args: readonly (string | null)[]
  /** Calldata, without the arguments that the holder chooses. */
  data: string
}

/** Functions and reads that a holder needs; all their errors come along. */
export const HOLDERS_FUNCTIONS: ReadonlySet<string> = new Set([
  'lock',
  'unlock',
  'recoverVault',
  'recoveryWithdraw',
  'cancelExit',
  'proposeRecoveryKey',
  'acceptRecoveryKey',
  'refuseInheritance',
  'completeInheritance',
  'setInheritanceDelay',
  'inheritanceOf',
  'boundary',
  'pendingExit',
  'recoverable',
])

const DOES = {
  lock: 'Stops every movement of the boundary. Only the holder can undo it.',
  recoverVault:
    'Brings what lies in the vault of an exchange object back into the boundary. The boundary has to be locked.',
  recoveryWithdraw:
    'Pays the whole balance to an address of your choice and freezes the boundary for ever. It may be repeated for money that arrives later, and for what came from other boundaries within the last two days or so, which some pools hold back that long.',
  unlock: 'Ends a lock, when it was not needed. Nothing ends a freeze.',
  refuseInheritance:
    'Refuses a successor whom a guardian has named while the boundary is locked, as if its key was lost. Every other step of the holder refuses too.',
  completeInheritance:
    'Gives the successor the recovery key, once its time has come. Anybody may do it, the successor too.',
}

type Call = keyof typeof DOES

/**
 * The steps of a boundary.
 *
 * @param boundary its name on the chain
 * @param vaults names on the chain of the exchange objects whose cash lies in vaults
 * @param inherits whether its pool knows successors
 * @param encode calldata of a function with these arguments
 */
export function recoverySteps(
  {
    boundary,
    vaults,
    inherits,
  }: { boundary: string; vaults: readonly string[]; inherits: boolean },
  encode: (call: string, args: readonly string[]) => string
): RecoveryStep[] {
  const step = (call: Call, id: string): RecoveryStep => ({
    call,
    signature: `${call}(bytes32)`,
    does: DOES[call],
    args: [id],
    data: encode(call, [id]),
  })
  return [
    step('lock', boundary),
    ...vaults.map((vault) => step('recoverVault', vault)),
    withdrawal(boundary, encode),
    step('unlock', boundary),
    ...(inherits
      ? [step('refuseInheritance', boundary), step('completeInheritance', boundary)]
      : []),
  ]
}

const ADDRESS_DIGITS = 64
const ANYBODY = `0x${'0'.repeat(39)}1`

function withdrawal(
  boundary: string,
  encode: (call: string, args: readonly string[]) => string
): RecoveryStep {
  const call = 'recoveryWithdraw'
  // The address is the last word, so that what stands before it is the same for all addresses.
  const data = encode(call, [boundary, ANYBODY]).slice(0, -ADDRESS_DIGITS)
  return {
    call,
    signature: `${call}(bytes32,address)`,
    does: DOES[call],
    args: [boundary, null],
    data,
  }
}

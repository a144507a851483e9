import type { ToldEvent } from './pool_event.ts'

/** The newest event before another one with one of these names and these arguments. */
export interface EarlierEvent {
  name: string | readonly string[]
  args: Readonly<Record<string, string>>
}

/**
 * `anybody`: the contract lets people call it, or asks for a key that is theirs. `service`: it takes
 * the role of an operator or of the admin. `admin`: that of the admin alone, who may be somebody
 * else; where it says `after`, only then, and the service's otherwise. `follows`: it takes such a role too, unless one of these
 * earlier events is there and `allows` it, or the account `orAdmin` is such an admin.
 */
export type EventOrigin =
  | { by: 'anybody' }
  | { by: 'service' }
  | { by: 'admin'; after?: Permit }
  | { by: 'follows'; oneOf: readonly Permit[]; orAdmin?: string }

export interface Permit {
  earlier: EarlierEvent
  allows: (earlier: ToldEvent) => boolean
}

const ANYBODY: EventOrigin = { by: 'anybody' }
const SERVICE: EventOrigin = { by: 'service' }
const ADMIN: EventOrigin = { by: 'admin' }

/**
 * Halts come from guardians; `NoteHalts` judges them, and who resumes. The rest takes a holder's own
 * key.
 */
const OF_ANYBODY = new Set([
  'RealmInitialized',
  'Halted',
  'Resumed',
  'BoundaryLocked',
  'BoundaryUnlocked',
  'RecoveryWithdrawn',
  'VaultRecovered',
  // A co-signer takes back what it signed: it must not halt a whole realm by it.
  'CosignatureRevoked',
  // The word of a guardian, the admin or the holder against a co-signer that waits.
  'CosignerCancelled',
  // So is one against a longer time lock, a rescue or an inheritance; whoever likes executes what is ripe.
  'TimeLockRevoked',
  'RescueCancelled',
  'Rescued',
  'InheritanceRefused',
  'Inherited',
  'InheritanceDelayChanged',
])

/** By `IRealmCustody.CreditKind`: anybody pays in and sweeps what was paid to a deposit address; stray tokens are given by the admin. */
const CREDITS: Readonly<Record<string, EventOrigin>> = {
  1: ANYBODY,
  2: ANYBODY,
  3: ADMIN,
}

/** Whoever gets a role by it and acts is somebody else all the same; until then people are told of it. */
const OF_ADMIN = new Set([
  'OutflowCapChanged',
  'HouseChanged',
  'OperatorChanged',
  'SettlerChanged',
  'GuardianChanged',
  'RescueRequested',
])

/** Who may have caused an event of a pool. What is not known here is the service's alone. */
export function originOf({ name, args }: ToldEvent): EventOrigin {
  if (OF_ANYBODY.has(name)) return ANYBODY
  if (OF_ADMIN.has(name)) return ADMIN
  const boundaryId = String(args.boundaryId)
  const holderHasKey: Permit = {
    earlier: { name: 'RecoveryKeyRegistered', args: { boundaryId } },
    allows: () => true,
  }
  const hasCosigner: Permit = {
    earlier: { name: 'CosignerChanged', args: { boundaryId } },
    allows: ({ args: { cosigner } }) => BigInt(String(cosigner)) !== 0n,
  }
  switch (name) {
    case 'Credited':
      return CREDITS[String(args.kind)] ?? SERVICE
    case 'Withdrawn':
      // Whoever likes executes an exit that is ripe, as it was asked for.
      return follows({
        earlier: { name: 'ExitRequested', args: { boundaryId, opId: String(args.opId) } },
        allows: (exit) => exit.args.to === args.to && exit.args.amount === args.amount,
      })
    case 'RecoveryKeyRegistered':
      // The proposed key accepts for itself; anybody accepts a first one that is ripe, or a successor.
      return follows(
        {
          earlier: { name: 'RecoveryKeyProposed', args: { boundaryId } },
          allows: ({ args: { proposed } }) => proposed === args.recoveryKey,
        },
        isSuccessor(boundaryId, args.recoveryKey)
      )
    case 'RecoveryKeyProposed':
      // The word of a guardian against one that waits: nobody gets anything by it.
      if (BigInt(String(args.proposed)) === 0n) return ANYBODY
      // Only the first key of a boundary ripens, and the service registers that one.
      return String(args.ripeAt) === '0' ? follows(holderHasKey) : SERVICE
    case 'TimeLockChanged':
      return follows(holderHasKey, {
        earlier: { name: 'TimeLockRevoked', args: { boundaryId } },
        allows: ({ args: { timeLock } }) => timeLock === args.timeLock,
      })
    case 'Settled':
      // While the pool stands still only its admin moves value, and only back: `SettledByOthers` judges it.
      return {
        by: 'admin',
        after: {
          earlier: { name: ['Halted', 'Resumed'], args: {} },
          allows: ({ name: newest }) => newest === 'Halted',
        },
      }
    case 'ExitCancelled': {
      const by = String(args.by)
      const isGuardian: Permit = {
        earlier: { name: 'GuardianChanged', args: { guardian: by } },
        allows: ({ args: { enabled } }) => String(enabled) === 'true',
      }
      return { ...follows(holderHasKey, isGuardian), orAdmin: by }
    }
    case 'AdminChanged':
      // The proposed admin accepts for itself. Proposing takes the admin.
      return follows({
        earlier: { name: 'AdminProposed', args: {} },
        allows: ({ args: { proposed } }) => proposed === args.admin,
      })
    case 'CosignerChanged':
      // What was proposed takes effect by the word of the proposed one; whoever likes brings it.
      return follows(hasCosigner, {
        earlier: { name: 'CosignerProposed', args: { boundaryId } },
        allows: ({ args: { cosigner } }) => cosigner === args.cosigner,
      })
    case 'CosignerProposed':
      return follows(hasCosigner)
    default:
      return SERVICE
  }
}

/** One was looked at when a guardian named it, and has waited in public since. */
function isSuccessor(boundaryId: string, key: unknown): Permit {
  return {
    earlier: { name: 'InheritanceProposed', args: { boundaryId } },
    allows: ({ args: { successor } }) => successor === key,
  }
}

function follows(...oneOf: Permit[]) {
  return { by: 'follows', oneOf } as const
}

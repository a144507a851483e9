import type { Address, Hex } from './chain_types.ts'
import type { PoolEvent } from './pool_event.ts'

export type BoundaryStatusName = 'active' | 'soft_frozen' | 'hard_frozen'

/** A withdrawal of a boundary that waits. */
export interface BoundaryExit {
  /** `keccak256(operation id)`. */
  opHash: Hex
  to: Address
  /** Base units. */
  amount: bigint
  /** Unix seconds. */
  ripeAt: number
}

/** What the events of a pool say about one boundary. Times in Unix seconds. */
export interface BoundaryFacts {
  registered: boolean
  status: BoundaryStatusName
  /** 0 = none. */
  timeLockSeconds: number
  /** Whose signature value needs to leave; null while the boundary is not armed. */
  cosigner: Address | null
  recoveryKey: Address | null
  /** A key that waits: for the time lock to pass, or for its holder to accept. */
  pendingRecoveryKey: Address | null
  /** When a registration that waits takes effect; null for a proposal of the holder. */
  recoveryKeyRipeAt: number | null
  /** Number of the newest event about the key; a registration that follows it is another one. */
  keySeq: number
  /** A co-signer that waits; null when none does, or when the boundary is to be disarmed. */
  pendingCosigner: Address | null
  /** When it may take effect; null when none waits. */
  cosignerRipeAt: number | null
  /** As `keySeq`, of the co-signer. */
  cosignerSeq: number
  /** Who is to have the recovery key's place; null when nobody is. */
  successor: Address | null
  /** When; null when nobody is. */
  successorRipeAt: number | null
  /** As `keySeq`, of the inheritance. */
  successorSeq: number
  agent: Address | null
  lockedBy: Address | null
  lockedAt: number | null
  frozenAt: number | null
  /** Transaction of the newest withdrawal with the recovery key. */
  recoveryTxHash: Hex | null
  /** In the order in which they were asked for. */
  exits: readonly BoundaryExit[]
}

export type BoundaryEvent = Pick<PoolEvent, 'name' | 'args' | 'seq' | 'transactionHash'>

export const NEW_BOUNDARY: BoundaryFacts = Object.freeze({
  registered: false,
  status: 'active',
  timeLockSeconds: 0,
  cosigner: null,
  recoveryKey: null,
  pendingRecoveryKey: null,
  recoveryKeyRipeAt: null,
  keySeq: 0,
  pendingCosigner: null,
  cosignerRipeAt: null,
  cosignerSeq: 0,
  successor: null,
  successorRipeAt: null,
  successorSeq: 0,
  agent: null,
  lockedBy: null,
  lockedAt: null,
  frozenAt: null,
  recoveryTxHash: null,
  exits: Object.freeze([]) as readonly BoundaryExit[],
})

const NO_COSIGNER_WAITS = { pendingCosigner: null, cosignerRipeAt: null } as const
const NOBODY_INHERITS = { successor: null, successorRipeAt: null } as const

type Change = (facts: BoundaryFacts, event: BoundaryEvent, at: number) => Partial<BoundaryFacts>

/** What each event changes. */
const CHANGES: Readonly<Record<string, Change>> = {
  BoundaryRegistered: (_facts, { args }) => ({
    registered: true,
    timeLockSeconds: Number(args.timeLock),
    agent: addressOf(args.agent),
  }),
  AgentChanged: (_facts, { args }) => ({ agent: addressOf(args.agent) }),
  TimeLockChanged: (_facts, { args }) => ({ timeLockSeconds: Number(args.timeLock) }),
  CosignerProposed: (_facts, { args, seq }) => ({
    pendingCosigner: addressOf(args.cosigner),
    cosignerRipeAt: Number(args.ripeAt),
    cosignerSeq: seq,
  }),
  CosignerCancelled: (_facts, { seq }) => ({ ...NO_COSIGNER_WAITS, cosignerSeq: seq }),
  CosignerChanged: (_facts, { args, seq }) => ({
    cosigner: addressOf(args.cosigner),
    ...NO_COSIGNER_WAITS,
    cosignerSeq: seq,
  }),
  RecoveryKeyProposed: (_facts, { args, seq }) => ({
    pendingRecoveryKey: addressOf(args.proposed),
    recoveryKeyRipeAt: Number(args.ripeAt) || null,
    keySeq: seq,
  }),
  RecoveryKeyRegistered: (_facts, { args, seq }) => ({
    recoveryKey: addressOf(args.recoveryKey),
    pendingRecoveryKey: null,
    recoveryKeyRipeAt: null,
    keySeq: seq,
  }),
  InheritanceProposed: (_facts, { args, seq }) => ({
    successor: addressOf(args.successor),
    successorRipeAt: Number(args.ripeAt),
    successorSeq: seq,
  }),
  InheritanceRefused: (_facts, { seq }) => ({ ...NOBODY_INHERITS, successorSeq: seq }),
  Inherited: (_facts, { seq }) => ({ ...NOBODY_INHERITS, successorSeq: seq }),
  BoundaryLocked: (facts, { args }, at) =>
    unlessRecovered(facts, { status: 'soft_frozen', lockedBy: addressOf(args.by), lockedAt: at }),
  BoundaryUnlocked: (facts) =>
    unlessRecovered(facts, { status: 'active', lockedBy: null, lockedAt: null }),
  RecoveryWithdrawn: (facts, { transactionHash }, at) => ({
    status: 'hard_frozen',
    frozenAt: facts.frozenAt ?? at,
    recoveryTxHash: transactionHash,
  }),
  ExitRequested: ({ exits }, { args }) => ({
    exits: [
      ...exits.filter(({ opHash }) => opHash !== args.opId),
      {
        opHash: args.opId as Hex,
        to: args.to as Address,
        amount: BigInt(String(args.amount)),
        ripeAt: Number(args.ripeAt),
      },
    ],
  }),
  ExitCancelled: endOfExit,
  Withdrawn: endOfExit,
}

const ONLY_WHEN_FINAL = new Set(['BoundaryUnlocked', 'ExitCancelled', 'Withdrawn'])

/** Nothing ends a hard freeze, whatever a node makes up. */
function unlessRecovered(facts: BoundaryFacts, change: Partial<BoundaryFacts>) {
  return facts.status === 'hard_frozen' ? {} : change
}

function endOfExit(facts: BoundaryFacts, { args }: BoundaryEvent): Partial<BoundaryFacts> {
  const exits = facts.exits.filter(({ opHash }) => opHash !== args.opId)
  return exits.length === facts.exits.length ? {} : { exits }
}

/** The exit that leaves next. */
export function nextExit(exits: readonly BoundaryExit[]): BoundaryExit | null {
  return exits.toSorted((one, other) => one.ripeAt - other.ripeAt)[0] ?? null
}

/** Whether an event says something about what its boundary is or may do; balances are not part of it. */
export function concernsBoundary({ name }: Pick<PoolEvent, 'name'>): boolean {
  return Object.hasOwn(CHANGES, name)
}

/** Events by which the holder of the recovery key stops a boundary, or lets it go on. */
export function movesStatus({ name }: Pick<PoolEvent, 'name'>): boolean {
  return name === 'BoundaryLocked' || name === 'BoundaryUnlocked' || name === 'RecoveryWithdrawn'
}

/** Events that say who is to hold a boundary whose recovery key is lost, or that nobody is. */
export function isAboutInheritance({ name }: Pick<PoolEvent, 'name'>): boolean {
  return name === 'InheritanceProposed' || name === 'InheritanceRefused' || name === 'Inherited'
}

/** Events that may protect a boundary before they are final. */
export function countsAtFirstSight({ name }: Pick<PoolEvent, 'name'>): boolean {
  return concernsBoundary({ name }) && !ONLY_WHEN_FINAL.has(name)
}

/**
 * @param at time of the event's block
 * @returns the same facts when the event changes none of them
 */
export function factsAfter(facts: BoundaryFacts, event: BoundaryEvent, at: number): BoundaryFacts {
  const change = concernsBoundary(event) ? CHANGES[event.name]!(facts, event, at) : {}
  return Object.keys(change).length === 0 ? facts : { ...facts, ...change }
}

/**
 * The same for an event that a reorganisation may still take back: what protects the boundary counts
 * at first sight, what lets value move only once it is final.
 */
export function factsAtFirstSight(
  facts: BoundaryFacts,
  event: BoundaryEvent,
  at: number
): BoundaryFacts {
  return loosens(facts, event) ? facts : factsAfter(facts, event, at)
}

function loosens(facts: BoundaryFacts, { name, args }: BoundaryEvent): boolean {
  switch (name) {
    case 'TimeLockChanged':
      return Number(args.timeLock) < facts.timeLockSeconds
    case 'CosignerChanged':
      return addressOf(args.cosigner) === null
    default:
      return ONLY_WHEN_FINAL.has(name)
  }
}

function addressOf(value: unknown): Address | null {
  const address = String(value)
  return /^0x0{40}$/.test(address) ? null : (address as Address)
}

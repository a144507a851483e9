import { singleton } from '#app/extension/singleton'
import {
  concernsBoundary,
  factsAtFirstSight,
  NEW_BOUNDARY,
  type BoundaryFacts,
} from '../core/boundary_facts.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import type { WaitingKey } from '../core/key_consent.ts'
import type { PoolEvent } from '../core/pool_event.ts'
import { hasArmings, hasExitsByOperation } from '../core/pool_limits.ts'
import { BoundaryMirrorStore } from '../storage/boundary_mirror_store.ts'
import { PoolEventStore } from '../storage/pool_event_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { ForeignTimeLocks } from './foreign_time_locks.ts'
import { OrderedEvents } from './ordered_events.ts'

/** Something that takes value once its time has come, or locks it up, and that nobody here has ordered. */
export interface ForeignClaim {
  kind: 'exit' | 'recovery_key' | 'cosigner' | 'time_lock' | 'inheritance'
  pool: Address
  boundaryHash: Hex
  /** Of an exit: its operation, as the chain knows it. */
  opHash: Hex | null
  /** Number of the event that made it. */
  seq: number
  /**
   * Of a time lock: the exits that wait under it, which keep it from being set back. A pool lets none be changed
   * while an exit waits, so all of them were asked for since.
   */
  exits: readonly Hex[]
  /** Whether the pool knows exits by their operations, and takes a registration of a key back. */
  byOperation: boolean
}

const NEWEST = Number.MAX_SAFE_INTEGER

/**
 * What a thief has left in a pool to wait: an exit, a first recovery key, a co-signer, a successor, or a longer time lock. They
 * outlive a halt of the realm, and are executed or accepted, or hold value back, as soon as it goes on.
 */
@singleton()
export class ForeignClaims {
  constructor(
    private pools: PoolStore,
    private mirror: BoundaryMirrorStore,
    private events: PoolEventStore,
    private ordered: OrderedEvents,
    private timeLocks: ForeignTimeLocks
  ) {}

  /**
   * From the database; the pool is asked about time locks alone. One that is cancelled counts until that is final.
   */
  async of(realmId: string): Promise<ForeignClaim[]> {
    const pool = await this.pools.find(realmId)
    if (pool?.state !== 'created' || !pool.address) return []
    const byOperation = hasExitsByOperation(pool.contractRelease)
    const made: { claim: ForeignClaim; event: PoolEvent }[] = []
    const waiting = await this.#waiting(realmId, pool.address)
    for (const [boundaryHash, facts] of waiting) {
      const about = { pool: pool.address, boundaryHash, byOperation, exits: [] }
      for (const event of await this.#exits(pool.address, facts)) {
        const opHash = event.args.opId as Hex
        made.push({ claim: { ...about, kind: 'exit', opHash, seq: event.seq }, event })
      }
      // An older pool knows no way to take a registration back.
      const key = byOperation ? await this.#key(pool.address, facts) : null
      if (key) {
        made.push({
          claim: { ...about, kind: 'recovery_key', opHash: null, seq: key.seq },
          event: key,
        })
      }
      const heir = await this.#successor(pool.address, facts)
      if (heir) {
        made.push({
          claim: { ...about, kind: 'inheritance', opHash: null, seq: heir.seq },
          event: heir,
        })
      }
    }
    if (hasArmings(pool.contractRelease)) {
      for (const event of await this.#cosigners(pool.address)) {
        const boundaryHash = event.args.boundaryId as Hex
        const about = { pool: pool.address, boundaryHash, byOperation, exits: [] }
        made.push({ claim: { ...about, kind: 'cosigner', opHash: null, seq: event.seq }, event })
      }
    }
    const foreign = new Set(await this.ordered.foreign(made.map(({ event }) => event)))
    const claims = made.filter(({ event }) => foreign.has(event)).map(({ claim }) => claim)
    return hasArmings(pool.contractRelease)
      ? [...claims, ...(await this.#longerLocks(pool.address, waiting))]
      : claims
  }

  async #longerLocks(
    pool: Address,
    waiting: ReadonlyMap<Hex, BoundaryFacts>
  ): Promise<ForeignClaim[]> {
    const found = await this.timeLocks.revocable(pool)
    return found.map(({ seq, args }) => {
      const boundaryHash = args.boundaryId as Hex
      const exits = (waiting.get(boundaryHash)?.exits ?? []).map(({ opHash }) => opHash)
      return { kind: 'time_lock', pool, boundaryHash, opHash: null, seq, exits, byOperation: true }
    })
  }

  /** Whether a thief proposed a key that waits: nobody here has asked for it, and no key of the boundary. */
  async isForeign(realmId: string, { seq, byHolder }: WaitingKey): Promise<boolean> {
    if (byHolder) return false
    const pool = await this.pools.find(realmId)
    const [event] = pool?.address ? await this.events.between(pool.address, seq, seq) : []
    return !event || (await this.ordered.foreign([event])).length > 0
  }

  /** First what was only seen: an event that becomes final in between is then in both, not in none. */
  async #waiting(realmId: string, pool: Address): Promise<Map<Hex, BoundaryFacts>> {
    const seen = await this.events.tentative(pool)
    const mirrored = await this.mirror.waitingOf(realmId)
    const waiting = new Map(mirrored.map(({ hash, facts }) => [hash, facts]))
    for (const event of seen.filter(concernsBoundary)) {
      const hash = event.args.boundaryId as Hex
      waiting.set(hash, factsAtFirstSight(waiting.get(hash) ?? NEW_BOUNDARY, event, 0))
    }
    return waiting
  }

  async #exits(pool: Address, { exits }: BoundaryFacts): Promise<PoolEvent[]> {
    const asked = exits.map(({ opHash }) =>
      this.events.newestBefore(pool, NEWEST, { name: 'ExitRequested', args: { opId: opHash } })
    )
    return (await Promise.all(asked)).filter((event) => event !== null)
  }

  /** Proposed to boundaries that have none: the one there is names its successor by itself. */
  async #cosigners(pool: Address): Promise<PoolEvent[]> {
    const waiting: PoolEvent[] = []
    for (const event of await this.events.waitingCosigners(pool)) {
      const wanted = {
        name: 'CosignerChanged',
        args: { boundaryId: String(event.args.boundaryId) },
      }
      const changed = await this.events.newestBefore(pool, event.seq, wanted)
      if (BigInt(String(changed?.args.cosigner ?? 0)) === 0n) waiting.push(event)
    }
    return waiting
  }

  async #key(pool: Address, facts: BoundaryFacts): Promise<PoolEvent | null> {
    const { pendingRecoveryKey, recoveryKeyRipeAt, keySeq } = facts
    if (pendingRecoveryKey === null || recoveryKeyRipeAt === null) return null
    const [event] = await this.events.between(pool, keySeq, keySeq)
    return event ?? null
  }

  async #successor(pool: Address, facts: BoundaryFacts): Promise<PoolEvent | null> {
    const { successor, successorSeq: seq } = facts
    const [event] = successor === null ? [] : await this.events.between(pool, seq, seq)
    return event ?? null
  }
}

/** A call that takes back what a thief has left to wait, or what keeps it from being taken back. */
export interface CancelCall {
  fn: 'cancelExit' | 'cancelRecoveryKey' | 'cancelCosigner' | 'revokeTimeLock' | 'refuseInheritance'
  args: readonly [Hex]
  purpose: string
}

/** The calls that take it back, in their order. */
export function cancelsOf(claim: ForeignClaim): CancelCall[] {
  const { kind, boundaryHash, opHash, byOperation, seq, exits } = claim
  const call = (fn: CancelCall['fn'], hash: Hex, name: string): CancelCall => {
    return { fn, args: [hash], purpose: `${name}:${fn === 'cancelExit' ? hash : `${hash}:${seq}`}` }
  }
  switch (kind) {
    case 'cosigner':
      return [call('cancelCosigner', boundaryHash, 'cancel-cosigner')]
    case 'recovery_key':
      return [call('cancelRecoveryKey', boundaryHash, 'cancel-key')]
    case 'inheritance':
      return [call('refuseInheritance', boundaryHash, 'refuse-inheritance')]
    case 'time_lock':
      return [
        ...exits.map((exit) => call('cancelExit', exit, 'cancel-exit')),
        call('revokeTimeLock', boundaryHash, 'revoke-time-lock'),
      ]
    case 'exit': {
      const known = byOperation ? opHash! : boundaryHash
      return [{ fn: 'cancelExit', args: [known], purpose: `cancel-exit:${opHash}` }]
    }
  }
}

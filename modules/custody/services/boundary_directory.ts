import { boundedCache } from '#app/storage/bounded_cache'
import { singleton } from '#app/extension/singleton'
import type { Address } from '../core/chain_types.ts'
import {
  factsAtFirstSight,
  NEW_BOUNDARY,
  type BoundaryExit,
  type BoundaryFacts,
  type BoundaryStatusName,
} from '../core/boundary_facts.ts'
import type { KnownBoundary } from '../storage/boundary_store.ts'
import {
  BoundaryMirrorStore,
  type MirroredBoundary,
  type Sighting,
} from '../storage/boundary_mirror_store.ts'
import { BoundaryRegistry } from './boundary_registry.ts'
import { RegisterBoundary } from './register_boundary.ts'

/** A custody boundary as the service acts on it. Times in Unix seconds, addresses checksummed. */
export interface BoundaryState {
  boundaryId: string
  /** null for a boundary that nobody knows (yet). */
  realmId: string | null
  /** The zone's path; null for the realm's default boundary. */
  rootPath: string | null
  /** Whether the contract knows it. */
  registered: boolean
  status: BoundaryStatusName
  /** 0 = none. */
  timeLockSeconds: number
  /** Whether value leaves only with the co-signer's signature. */
  armed: boolean
  cosigner: Address | null
  recoveryKey: Address | null
  /** A key that waits for the time lock, or for its holder to accept. */
  pendingRecoveryKey: Address | null
  recoveryKeyRipeAt: number | null
  /** A co-signer that waits; null when none does, or when the boundary is to be disarmed. */
  pendingCosigner: Address | null
  /** Null when none waits. */
  cosignerRipeAt: number | null
  /** Who is to have the place of a recovery key that is lost, and when. */
  successor: Address | null
  successorRipeAt: number | null
  agent: Address | null
  lockedBy: Address | null
  lockedAt: number | null
  frozenAt: number | null
  /** Transaction of the newest withdrawal with the recovery key. */
  recoveryTxHash: string | null
  /** Withdrawals that wait, in the order in which they were asked for. */
  exits: readonly BoundaryExit[]
  /** Number of the newest event about the recovery key; 0 = none. */
  keySeq: number
  /** The same of the co-signer, and of the inheritance. */
  cosignerSeq: number
  successorSeq: number
}

interface Entry {
  known: KnownBoundary
  mirrored: MirroredBoundary | null
  /** What was answered since everything was brought up to date the last time. */
  answered?: { generation: number; state: BoundaryState }
}

/** How old an answer from memory may be: every process has to act on a freeze within a second. */
const FRESH_MS = 200
const CACHED = 50_000
/**
 * How long a boundary stays in memory. Changes are found by their time, and this bounds how long a
 * change can stay unseen that a slow clock has stamped too early.
 */
const CACHE_MS = 30_000
const OVERLAP_MICROS = 10_000_000

/**
 * What the service knows of every boundary: final events, and over them what was only seen so far and
 * protects. Answers from memory; whoever asks first after `FRESH_MS` brings it up to date for all.
 */
@singleton()
export class BoundaryDirectory {
  #entries = boundedCache<Entry>(CACHED, {
    ttl: CACHE_MS,
    dispose: ({ known }) => this.#byHash.delete(known.hash),
  })
  #byHash = new Map<string, Entry>()
  #seen = new Map<string, Sighting[]>()
  #freshUntil = 0
  #refreshing: Promise<void> | null = null
  /** The moment from which this process has read every change; null before the first look. */
  #since: number | null = null
  #generation = 0

  constructor(
    private registry: BoundaryRegistry,
    private mirror: BoundaryMirrorStore,
    private register: RegisterBoundary
  ) {}

  async of(boundaryId: string): Promise<BoundaryState> {
    return (await this.ofAll([boundaryId])).get(boundaryId)!
  }

  /** Like `of`, at once: a bulk asks hundreds of times. Undefined when it has to be read. */
  known(boundaryId: string): BoundaryState | undefined {
    const entry = this.#isFresh() ? this.#entries.get(boundaryId) : undefined
    return entry && this.#stateOf(entry)
  }

  /** All of them, each with the state at one moment. */
  async ofAll(boundaryIds: readonly string[]): Promise<Map<string, BoundaryState>> {
    await this.#refresh()
    const entries = await this.#entriesOf(boundaryIds)
    return new Map(
      boundaryIds.map((id) => {
        const entry = entries.get(id)
        return [id, entry ? this.#stateOf(entry) : stateOf(nobodys(id), NEW_BOUNDARY)]
      })
    )
  }

  /**
   * Makes sure that the contract knows a boundary; waits until it is mined.
   *
   * @throws ServiceError NOT_FOUND for a boundary that is not the realm's
   * @throws PoolNotReady, ChainUnreachable, WrongChain, CallRefused, NotFinalYet
   */
  async ensureRegistered(realmId: string, boundaryId: string): Promise<void> {
    const state = await this.of(boundaryId)
    if (state.registered && state.realmId === realmId) return
    await this.register.run(realmId, boundaryId)
  }

  /** Marks what is remembered as too old, so that the next question reads it again. */
  forget() {
    this.#freshUntil = 0
  }

  #isFresh(): boolean {
    return performance.now() < this.#freshUntil
  }

  async #refresh(): Promise<void> {
    if (this.#isFresh()) return
    this.#refreshing ??= this.#reload().finally(() => {
      this.#refreshing = null
    })
    await this.#refreshing
  }

  /** First what was only seen: an event that becomes final in between is then in both, not in none. */
  async #reload(): Promise<void> {
    const startedAt = performance.now()
    const sightings = await this.mirror.sightings()
    this.#since ??= (await this.mirror.newestChange()) - OVERLAP_MICROS
    const { changed, newestMicros } = await this.mirror.changedSince(Math.max(this.#since, 0))
    for (const row of changed) {
      const entry = this.#byHash.get(row.hash)
      if (entry) entry.mirrored = row
    }
    this.#since = Math.max(this.#since, newestMicros - OVERLAP_MICROS)
    this.#seen = Map.groupBy(sightings, ({ boundaryHash }) => boundaryHash)
    this.#generation++
    this.#freshUntil = startedAt + FRESH_MS
  }

  async #entriesOf(boundaryIds: readonly string[]): Promise<Map<string, Entry>> {
    const entries = new Map<string, Entry>()
    for (const id of boundaryIds) {
      const entry = this.#entries.get(id)
      if (entry) entries.set(id, entry)
    }
    const missing = boundaryIds.filter((id) => !entries.has(id))
    for (let generation = -1; missing.length > 0 && generation !== this.#generation;) {
      // Read again when what was seen has changed meanwhile: it may be final now, and in neither.
      generation = this.#generation
      for (const entry of await this.#load(missing)) entries.set(entry.known.boundaryId, entry)
    }
    return entries
  }

  async #load(boundaryIds: readonly string[]): Promise<Entry[]> {
    const found = await this.registry.find(boundaryIds)
    const rows = await this.mirror.of(found.map(({ hash }) => hash))
    return found.map((known) => {
      const entry = { known, mirrored: rows.get(known.hash) ?? null }
      this.#entries.set(known.boundaryId, entry)
      this.#byHash.set(known.hash, entry)
      return entry
    })
  }

  #stateOf(entry: Entry): BoundaryState {
    if (entry.answered?.generation !== this.#generation) {
      entry.answered = { generation: this.#generation, state: this.#readState(entry) }
    }
    return entry.answered.state
  }

  #readState({ known, mirrored }: Entry): BoundaryState {
    let facts: BoundaryFacts = mirrored?.facts ?? NEW_BOUNDARY
    for (const { event, at } of this.#seen.get(known.hash) ?? []) {
      // A final event of the same number is part of the facts already.
      if (event.seq > (mirrored?.lastSeq ?? 0)) facts = factsAtFirstSight(facts, event, at)
    }
    return stateOf(known, facts)
  }
}

type Place = Pick<BoundaryState, 'boundaryId' | 'realmId' | 'rootPath'>

function nobodys(boundaryId: string): Place {
  return { boundaryId, realmId: null, rootPath: null }
}

function stateOf({ boundaryId, realmId, rootPath }: Place, facts: BoundaryFacts): BoundaryState {
  return { boundaryId, realmId, rootPath, ...facts, armed: facts.cosigner !== null }
}

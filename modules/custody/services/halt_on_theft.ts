import { setTimeout as delay } from 'node:timers/promises'
import { singleton } from '#app/extension/singleton'
import type { Address } from '../core/chain_types.ts'
import { originOf, type EarlierEvent, type Permit } from '../core/event_origin.ts'
import type { RealmPoolEvent, ToldEvent } from '../core/pool_event.ts'
import { PoolEventStore } from '../storage/pool_event_store.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'
import { isPlannedRole } from '../core/pool_roles.ts'
import { CustodyChain } from './custody_chain.ts'
import { ForeignTimeLocks } from './foreign_time_locks.ts'
import { OrderedEvents } from './ordered_events.ts'
import { PoolAuthority } from './pool_authority.ts'
import { RealmHalts } from './realm_halts.ts'

/** A database of several servers may show a row a moment after the one that took it. */
export const SECOND_LOOK_MS = 500

/**
 * Halts a realm when its pool shows what only a role of the service may do, and what the service never
 * ordered: somebody else has the key of an operator or of the admin, or has had something signed that no
 * operation asked for.
 *
 * At first sight, not when it is final: whether the block stays or not, the key is out.
 */
@singleton()
export class HaltOnTheft implements PoolEventConsumer {
  readonly name = 'theft'

  constructor(
    private ordered: OrderedEvents,
    private events: PoolEventStore,
    private halts: RealmHalts,
    private authority: PoolAuthority,
    private chain: CustodyChain,
    private timeLocks: ForeignTimeLocks
  ) {}

  async onSeenPage(page: readonly RealmPoolEvent[]): Promise<void> {
    const suspects = page.filter((event) => originOf(event).by !== 'anybody')
    if (suspects.length === 0) return
    const refused: RealmPoolEvent[] = []
    for (const event of await this.ordered.foreign(suspects)) {
      if (!(await this.#allowed(event, page))) refused.push(event)
    }
    if (refused.length === 0) return
    await delay(SECOND_LOOK_MS)
    const foreign = await this.ordered.foreign(refused)
    for (const [realmId, [first]] of Map.groupBy(foreign, (event) => event.realmId)) {
      const reason = reasonOf(first!)
      await this.halts.raise(realmId, { type: 'all_flows', source: 'service', by: 'theft', reason })
    }
  }

  async #allowed(event: RealmPoolEvent, page: readonly RealmPoolEvent[]): Promise<boolean> {
    // A pool names its first roles when it is made; whether these are the planned ones is judged there.
    const { transactionHash: hash } = event
    if (page.some((each) => each.name === 'RealmInitialized' && each.transactionHash === hash)) {
      return true
    }
    // An admin elsewhere has done what it was asked for, and nobody else gains by it.
    if (isPlannedRole(event, this.chain.planned)) return true
    const origin = originOf(event)
    if (origin.by === 'admin') {
      const { after } = origin
      if (after && !(await this.#permits(event, after, page))) return false
      return (await this.#adminElsewhere(event)) !== null
    }
    if (origin.by !== 'follows') return origin.by === 'anybody'
    if (await this.timeLocks.isByOperator(event)) return false
    for (const permit of origin.oneOf) if (await this.#permits(event, permit, page)) return true
    return origin.orAdmin !== undefined && origin.orAdmin === (await this.#adminElsewhere(event))
  }

  async #permits(
    event: RealmPoolEvent,
    { earlier, allows }: Permit,
    page: readonly RealmPoolEvent[]
  ): Promise<boolean> {
    const found = await this.#newest(event, earlier, page)
    return found !== null && allows(found)
  }

  /** Whose word on what is theirs to decide is no theft; a change that gives them the pool is one. */
  async #adminElsewhere({ pool }: RealmPoolEvent): Promise<Address | null> {
    const { admin } = await this.authority.of(pool)
    return this.chain.accounts.includes(admin) ? null : admin
  }

  /** The page is not stored yet, and all of it is newer than what is. */
  async #newest(
    { pool, seq }: RealmPoolEvent,
    wanted: EarlierEvent,
    page: readonly RealmPoolEvent[]
  ): Promise<ToldEvent | null> {
    const inPage = page.findLast(
      (event) => event.pool === pool && event.seq < seq && isWanted(event, wanted)
    )
    return inPage ?? this.events.newestBefore(pool, seq, wanted)
  }
}

function isWanted({ name, args }: ToldEvent, wanted: EarlierEvent): boolean {
  if (![wanted.name].flat().includes(name)) return false
  return Object.entries(wanted.args).every(([key, value]) => String(args[key]) === value)
}

function reasonOf({ name, seq, transactionHash, blockNumber, args }: RealmPoolEvent): string {
  const about = args.opId ?? args.boundaryId
  const subject = about === undefined ? '' : ` about ${String(about)}`
  return `Event ${seq} (${name})${subject} in block ${blockNumber} came with transaction ${transactionHash}, which this service never ordered: another holds the key of a role, or has what it signs, or the database is older than the chain.`
}

import { singleton } from '#app/extension/singleton'
import { RecoverBoundary, TellEvent, type RecoveredVault } from '#modules/ledger/index'
import { isAboutInheritance } from '../core/boundary_facts.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import { RecoveryStore, type Recovery } from '../storage/recovery_store.ts'
import { BoundaryStore } from '../storage/boundary_store.ts'
import { ExchangeObjectStore } from '../storage/exchange_object_store.ts'
import { PoolEventStore } from '../storage/pool_event_store.ts'
import { CustodyChain } from './custody_chain.ts'
import { BoundaryRegistry } from './boundary_registry.ts'
import { timeOf } from './show_frozen.ts'

/** What a realm is told of its boundaries, beside what the ledger tells of them. */
export const CUSTODY_EVENTS = {
  'boundary.inheritance_proposed':
    'A guardian has named a successor to a recovery key that is lost; its holder can refuse until the time that is told.',
  'boundary.inheritance_refused': 'A successor that waited inherits nothing.',
  'boundary.inherited':
    'A successor has the place of the recovery key of a boundary; it stays locked.',
} as const

/** What happened to a boundary, and the id of the event that tells of it. */
export interface BoundaryNews {
  pool: Address
  seq: number
  realmId: string
  eventId: string
}

/** Brings what holders of recovery keys have done into the ledger, once it is final. */
@singleton()
export class BookRecovery {
  constructor(
    private chain: CustodyChain,
    private recoveries: RecoveryStore,
    private registry: BoundaryRegistry,
    private store: BoundaryStore,
    private objects: ExchangeObjectStore,
    private events: PoolEventStore,
    private recover: RecoverBoundary,
    private journal: TellEvent
  ) {}

  /**
   * Books the withdrawals of a boundary up to this one, in the order of the chain.
   *
   * @returns `waiting` until operations of the boundary have ended
   */
  async book(pool: string, seq: number): Promise<'booked' | 'waiting'> {
    const { recoveries, registry, store } = this
    for (;;) {
      const recovery = await recoveries.oldestOwed(pool, seq)
      if (!recovery) return 'booked'
      const { realmId, boundaryHash, amount, destination, txHash, logIndex } = recovery
      const known = await registry.withHash(realmId, boundaryHash)
      // A boundary nobody declared holds nothing in the ledger.
      if (known) {
        const outcome = await this.recover.run({
          realmId,
          boundaryId: known.boundaryId,
          amount,
          txHash,
          reference: this.#reference(recovery),
          vaults: await this.#vaultsOf(recovery),
          destinationAddress: destination,
          proof: {
            type: 'recovery_withdrawal',
            externalRef: `${this.chain.chainId}:${txHash}:${logIndex}`,
          },
        })
        if (outcome === 'waiting') return 'waiting'
        await store.markRecovered(known.boundaryId)
      }
      await recoveries.markBooked(recovery)
    }
  }

  async #vaultsOf(recovery: Recovery): Promise<RecoveredVault[]> {
    const { recoveries, objects } = this
    const taken = await recoveries.vaultsOf(recovery)
    const found = await Promise.all(
      taken.map(async ({ seq, objectHash, amount }) => {
        const objectId = await objects.idOf(objectHash)
        const reference = this.#reference({ pool: recovery.pool, seq })
        // A vault nobody here has registered holds no account's money.
        return objectId === null ? [] : [{ objectId, amount, reference }]
      })
    )
    return found.flat()
  }

  #reference({ pool, seq }: { pool: Address; seq: number }): string {
    return `${this.chain.chainId}-${pool}-${seq}`
  }

  /** Tells a realm that one of its boundaries was locked, unlocked, emptied or inherited; once per event id. */
  async tell({ pool, seq, realmId, eventId }: BoundaryNews): Promise<void> {
    const [event] = await this.events.between(pool, seq, seq)
    if (!event) return
    const hash = event.args.boundaryId as Hex
    const known = await this.registry.withHash(realmId, hash)
    if (!known) return
    const { boundaryId, rootPath } = known
    const { name, args, transactionHash: txHash } = event
    const actor = String(args.by ?? args.to ?? args.successor)
    const heir = args.successor === undefined ? null : String(args.successor)
    const what: Record<string, string | null> = isAboutInheritance(event)
      ? { successor: heir, effectiveAt: timeOf(Number(args.ripeAt) || null) }
      : { status: STATUS_AFTER[name] ?? null }
    await this.journal.run({
      realmId,
      module: 'custody',
      event: {
        id: eventId,
        type: TYPES[name] ?? 'boundary.frozen',
        objectId: null,
        objectPath: rootPath,
        payload: { boundaryId, ...what, actor, txHash },
      },
    })
  }
}

const TYPES: Readonly<Record<string, string>> = {
  BoundaryUnlocked: 'boundary.unfrozen',
  InheritanceProposed: 'boundary.inheritance_proposed',
  InheritanceRefused: 'boundary.inheritance_refused',
  Inherited: 'boundary.inherited',
}

const STATUS_AFTER: Readonly<Record<string, string>> = {
  BoundaryLocked: 'soft_frozen',
  BoundaryUnlocked: 'active',
  RecoveryWithdrawn: 'hard_frozen',
}

import { singleton } from '#app/extension/singleton'
import { RecoverBoundary, TellEvent, type RecoveredVault } from '#modules/ledger/index'
import type { Address, Hex } from '../core/chain_types.ts'
import { RecoveryStore, type Recovery } from '../storage/recovery_store.ts'
import { BoundaryStore } from '../storage/boundary_store.ts'
import { ExchangeObjectStore } from '../storage/exchange_object_store.ts'
import { PoolEventStore } from '../storage/pool_event_store.ts'
import { CustodyChain } from './custody_chain.ts'
import { BoundaryRegistry } from './boundary_registry.ts'

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

  /** Tells a realm that one of its boundaries was locked, unlocked or emptied; once per event id. */
  async tell({ pool, seq, realmId, eventId }: BoundaryNews): Promise<void> {
    const [event] = await this.events.between(pool, seq, seq)
    if (!event) return
    const hash = event.args.boundaryId as Hex
    const known = await this.registry.withHash(realmId, hash)
    if (!known) return
    const { boundaryId, rootPath } = known
    const frozen = event.name !== 'BoundaryUnlocked'
    await this.journal.run({
      realmId,
      module: 'custody',
      event: {
        id: eventId,
        type: frozen ? 'boundary.frozen' : 'boundary.unfrozen',
        objectId: null,
        objectPath: rootPath,
        payload: {
          boundaryId,
          status: STATUS_AFTER[event.name] ?? null,
          actor: String(event.args.by ?? event.args.to),
          txHash: event.transactionHash,
        },
      },
    })
  }
}

const STATUS_AFTER: Readonly<Record<string, string>> = {
  BoundaryLocked: 'soft_frozen',
  BoundaryUnlocked: 'active',
  RecoveryWithdrawn: 'hard_frozen',
}

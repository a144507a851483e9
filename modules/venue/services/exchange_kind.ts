import { singleton } from '#app/extension/singleton'
import { invalidField } from '#app/http/errors/service_error'
import type { Atoms } from '#app/money/usd'
import type { Companion } from '#modules/ledger/extension/companion'
import type { Movement, ServiceObject } from '#modules/ledger/extension/ledger_terms'
import type { KindReadiness, ObjectDeletion } from '#modules/ledger/extension/object_deletion'
import type { ObjectKind } from '#modules/ledger/extension/object_kind'
import type { SettlementProgress } from '#modules/ledger/extension/settlement_rail'
import { type Levelling, ObjectReader, type RealmCard, RealmDirectory } from '#modules/ledger/index'
import { venueOf } from '../core/venue_metadata.ts'
import { PositionsAt } from './positions_at.ts'
import { Vaults } from './vaults.ts'
import { VenueDrivers } from './venue_drivers.ts'
import { VenueRail } from './venue_rail.ts'

/** Exchange objects: an account at the realm's venue, and its cash in the journal. */
@singleton()
export class ExchangeKind implements ObjectKind {
  readonly name = 'exchange'
  readonly types = ['exchange'] as const
  readonly keepsOwnBooks = true
  readonly deletion: ObjectDeletion

  constructor(
    private drivers: VenueDrivers,
    private realms: RealmDirectory,
    private rail: VenueRail,
    private vaults: Vaults,
    private objects: ObjectReader,
    private positions: PositionsAt
  ) {
    this.deletion = {
      readiness: async (object) => {
        const driver = await this.#driver(object)
        return this.#withVault(object, await driver.readiness(placeOf(object)))
      },
      empty: async (object, options) => {
        const driver = await this.#driver(object)
        const progress = await driver.empty(placeOf(object), options)
        if (progress.state !== 'empty') return progress
        // Gains and losses are settled while the object still lives; the ledger then sweeps what it
        // holds.
        const levelled = await this.#level(object, progress.cash)
        switch (levelled.state) {
          case 'even':
            return progress
          case 'working':
            return levelled
          case 'forbidden':
            return { state: 'refused', message: levelled.message }
        }
      },
    }
  }

  validateCreate({ metadata, realmAsset }: { metadata: string | null; realmAsset: string }): void {
    const problem = venueOf(metadata, realmAsset)
    if (typeof problem === 'string') return
    throw invalidField('metadata', problem.rule, problem.message)
  }

  async prepare(object: ServiceObject): Promise<void> {
    const driver = await this.#driver(object)
    await driver.provision(placeOf(object))
    if (!driver.reserves) return
    const { keeper, side } = await this.#vault(object)
    await keeper?.register(side)
  }

  async #level(object: ServiceObject, cash: Atoms): Promise<Levelling> {
    if (!(await this.#driver(object)).reserves) return { state: 'even' }
    const { keeper, side } = await this.#vault(object)
    return keeper ? keeper.level(side, cash) : { state: 'even' }
  }

  /** Adds what would stop the settling in the end, so that the caller knows it before. */
  async #withVault(object: ServiceObject, facts: KindReadiness): Promise<KindReadiness> {
    if (!(await this.#driver(object)).reserves) return facts
    const { keeper, side } = await this.#vault(object)
    const worth = facts.openPositionCount > 0 ? facts.valueAtRisk : null
    const obstacle = await keeper?.obstacle(side, worth)
    return obstacle ? { ...facts, blocks: [...facts.blocks, obstacle] } : facts
  }

  async #vault(object: ServiceObject) {
    const realm = await this.#realm(object)
    const keeper = await this.vaults.of({ realmId: object.realmId, realmAsset: realm.asset })
    const row = await this.objects.ledgerObject(object.id)
    if (!row) throw new Error('An exchange object is not in the ledger')
    return { keeper, side: { object, boundaryId: row.boundaryId, keepsOwnBooks: true } }
  }

  /** Moves the deposit from the cash of the boundary on to the account, as a transfer would. */
  receive(deposit: Movement): Promise<SettlementProgress> {
    return this.rail.start(deposit)
  }

  async recovered(object: ServiceObject, amount: Atoms): Promise<Companion | null> {
    const driver = await this.#driver(object)
    return (await driver.loseCash?.(placeOf(object), amount)) ?? null
  }

  positionsAt({ id }: ServiceObject, held: Parameters<PositionsAt['run']>[1], asOf: number) {
    return this.positions.run(id, held, asOf)
  }

  async #driver(object: ServiceObject) {
    return this.drivers.of(await this.#realm(object))
  }

  async #realm({ realmId }: ServiceObject): Promise<RealmCard> {
    const realm = await this.realms.find(realmId)
    if (!realm) throw new Error('An exchange object has lost its realm')
    return realm
  }
}

function placeOf({ realmId, id: objectId }: ServiceObject) {
  return { realmId, objectId }
}

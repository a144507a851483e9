import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { MovementGuard } from '#modules/ledger/extension/movement_guard'
import type { SettlementProgress, SettlementRail } from '#modules/ledger/extension/settlement_rail'
import { type VaultKeeper, ObjectReader } from '#modules/ledger/index'
import { failpoint } from '../failpoints.ts'
import type { CashReserves } from './cash_reserves.ts'
import { shortage } from './simulated_driver.ts'
import { Vaults } from './vaults.ts'
import type { VenuePlace } from '../core/venue_place.ts'
import { VenueDrivers } from './venue_drivers.ts'

/** Refusals that stay the same however often the venue is asked. */
const FINAL = new Set(['INSUFFICIENT_MARGIN', 'OBJECT_NOT_FOUND'])

/**
 * Carries transfers between cash and exchange objects. A transfer is held first and settles with
 * the account's own booking, so that both change in one posting. The value of an object with a
 * vault lies in the vault before the account may trade with it, and is out of trading before it
 * leaves the vault.
 */
@singleton()
export class VenueRail implements SettlementRail {
  static readonly NAME = 'venue'
  readonly name = VenueRail.NAME

  constructor(
    private drivers: VenueDrivers,
    private vaults: Vaults
  ) {}

  carries({ type, source, target }: Movement): boolean {
    return type === 'transfer' && isExchange(source) !== isExchange(target)
  }

  immediate(): boolean {
    return false
  }

  async start(movement: Movement): Promise<SettlementProgress> {
    const { realmId, realmAsset, operationId, source, target, amount, fee } = movement
    const driver = this.drivers.of({ asset: realmAsset })
    const outgoing = isExchange(source)
    const side = outgoing ? source : target
    if (!side) return { state: 'refused', failureMessage: 'The exchange object is gone.' }
    const place = { realmId, objectId: side.object.id }
    const keeper = driver.reserves ? await this.vaults.of(movement) : null
    if (keeper && driver.reserves) {
      if (outgoing) return this.#release(movement, place, { keeper, reserves: driver.reserves })
      const progress = await keeper.fund({ movement, rail: this.name })
      if (progress.state !== 'final') return progress
      const credit = await driver.moveCash(place, amount - fee, operationId)
      if (!credit) return { state: 'waiting' }
      await failpoint('venue.rail_decided')
      return { ...progress, alongside: credit }
    }
    const moved = outgoing ? -amount : amount - fee
    const alongside = await driver.moveCash(place, moved, operationId)
    // The operation has ended meanwhile; the next poll finds that.
    if (!alongside) return { state: 'waiting' }
    await failpoint('venue.rail_decided')
    const proof = { type: 'venue_transfer', externalRef: operationId }
    return { state: 'final', proofs: [proof], alongside }
  }

  poll(movement: Movement): Promise<SettlementProgress> {
    return this.start(movement)
  }

  /** A transfer without a vault has nothing outside the journal to give up: the next run ends it. */
  async giveUp(movement: Movement): Promise<'asked' | 'impossible'> {
    const driver = this.drivers.of({ asset: movement.realmAsset })
    const keeper = driver.reserves ? await this.vaults.of(movement) : null
    if (!keeper) return 'impossible'
    await keeper.giveUp({ movement, rail: this.name })
    return 'asked'
  }

  /** A second run finds the amount reserved, and asks the keeper how far the movement is. */
  async #release(
    movement: Movement,
    place: VenuePlace,
    { keeper, reserves }: { keeper: VaultKeeper; reserves: CashReserves }
  ): Promise<SettlementProgress> {
    const { operationId, amount } = movement
    let taken: 'taken' | 'ended'
    try {
      taken = await reserves.take(place, operationId, amount)
    } catch (error) {
      if (!(error instanceof ServiceError) || !FINAL.has(error.code)) throw error
      return { state: 'refused', failureMessage: error.message }
    }
    // The operation has ended meanwhile; the next poll finds that.
    if (taken === 'ended') return { state: 'waiting' }
    const keeps = () => reserves.keeps(place)
    const progress = await keeper.release({ movement, rail: this.name }, keeps)
    if (progress.state === 'refused') {
      await reserves.giveBack(place, operationId)
      await failpoint('venue.reserve_returned')
    }
    if (progress.state !== 'final') return progress
    const alongside = await reserves.spend(place, operationId)
    await failpoint('venue.rail_decided')
    return { ...progress, alongside }
  }
}

/** Refuses at once what an exchange account cannot spare; the settlement checks again. */
@singleton()
export class VenueGuard implements MovementGuard {
  readonly name = 'venue'
  readonly refusals = {
    value_in: ['EXCHANGE_PROVISIONING'],
    transfer: [
      'INSUFFICIENT_MARGIN',
      'OBJECT_NOT_FOUND',
      'MARKET_DATA_UNAVAILABLE',
      'EXCHANGE_PROVISIONING',
    ],
  } as const

  constructor(
    private drivers: VenueDrivers,
    private objects: ObjectReader
  ) {}

  check(movement: Omit<Movement, 'operationId'>): Promise<void> | void {
    const { realmAsset, type, source, target } = movement
    if (isExchange(target)) this.drivers.of({ asset: realmAsset }).reachable()
    if (type === 'transfer' && source && isExchange(source))
      return this.#requireSpare(movement, source)
  }

  async #requireSpare(
    { realmId, realmAsset, amount }: Omit<Movement, 'operationId'>,
    source: NonNullable<Movement['source']>
  ): Promise<void> {
    const objectId = source.object.id
    // Holds are read before the account: a transfer that settles in between then counts twice and
    // refuses, in place of not counting at all.
    const holds = await this.objects.openHolds([objectId])
    const driver = this.drivers.of({ asset: realmAsset })
    const { account, spare } = await driver.account({ realmId, objectId })
    if (spare === null) throw new ServiceError('MARKET_DATA_UNAVAILABLE')
    // Amounts that are reserved are outside the account already.
    const leaving = holds.filter(({ direction, operationId }) => {
      return direction === 'outbound' && account.reserved?.[operationId] === undefined
    })
    const left = leaving.reduce((rest, hold) => rest - hold.amount, spare)
    if (amount > left) throw shortage(left > 0n ? left : 0n, amount)
  }
}

function isExchange(side: Movement['source']): boolean {
  return side?.object.type === 'exchange'
}

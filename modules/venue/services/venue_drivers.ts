import { singleton } from '#app/extension/singleton'
import type { RealmCard } from '#modules/ledger/index'
import { SimulatedDriver } from './simulated_driver.ts'
import { LiveDriver } from '../live/services/live_driver.ts'
import type { VenueDriver } from './venue_driver.ts'

/** Picks the driver that a realm trades through: simulated money never meets a live venue. */
@singleton()
export class VenueDrivers {
  constructor(
    private simulated: SimulatedDriver,
    private live: LiveDriver
  ) {}

  of({ asset }: Pick<RealmCard, 'asset'>): VenueDriver {
    return asset === 'paper' ? this.simulated : this.live
  }
}

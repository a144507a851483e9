import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import type { Database } from '#app/storage/database'
import { HouseStore } from '../storage/house_store.ts'
import type { PoolStore } from '../storage/pool_store.ts'
import type { CustodyChain } from './custody_chain.ts'
import { House } from './house.ts'
import { HouseFees } from './house_fees.ts'
import { RecordHouse } from './record_house.ts'
import { VaultCalls } from './vault_calls.ts'

/** What stands against trades on the chain, wired once per process. */
export interface HouseParts {
  calls: VaultCalls
  house: House
  fees: HouseFees
  store: HouseStore
  consumer: RecordHouse
}

export function houseParts(
  chain: CustodyChain,
  pools: PoolStore,
  database: Database,
  clock: Clock,
  log: Logger
): HouseParts {
  const calls = new VaultCalls(chain)
  const house = new House(calls)
  const store = new HouseStore(database, clock, chain.gateway)
  return {
    calls,
    house,
    store,
    fees: new HouseFees({ calls, house, store, pools, log }),
    consumer: new RecordHouse(chain.gateway, store),
  }
}

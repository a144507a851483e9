import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import type { Address } from '../core/chain_types.ts'
import { houseOf } from '../core/chain_names.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { HouseStore } from '../storage/house_store.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'
import { CustodyChain } from './custody_chain.ts'

/** Adds up what houses were given, so that what they have beyond it is known to come from trading. */
@singleton()
export class RecordHouse implements PoolEventConsumer {
  readonly name = 'house'

  constructor(
    private chain: CustodyChain,
    private store: HouseStore
  ) {}

  async onFinalStep(events: readonly RealmPoolEvent[], session: SqlSession): Promise<void> {
    const given = new Map<Address, bigint>()
    for (const { name, args, pool, realmId } of events) {
      if (name !== 'Credited' || args.boundaryId !== this.chain.gateway.idHash(houseOf(realmId)))
        continue
      given.set(pool, (given.get(pool) ?? 0n) + BigInt(String(args.amount)))
    }
    for (const [pool, amount] of given) await this.store.noteMinted(session, pool, amount)
  }
}

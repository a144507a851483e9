import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import type { Hex } from '../core/chain_types.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { LiabilityStore } from '../storage/liability_store.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'

/** Notes which trees are anchored, and in which transaction, when that is final. */
@singleton()
export class RecordAttestations implements PoolEventConsumer {
  readonly name = 'attestations'

  constructor(private store: LiabilityStore) {}

  async onFinalStep(events: readonly RealmPoolEvent[], session: SqlSession): Promise<void> {
    for (const { name, args, pool, transactionHash, blockNumber } of events) {
      if (name !== 'ObligationsAttested') continue
      await this.store.noteAnchored(session, {
        boundaryHash: String(args.boundaryId) as Hex,
        seq: Number(args.ledgerSeq),
        pool,
        txHash: transactionHash,
        blockNumber,
      })
    }
  }
}

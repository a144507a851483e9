import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { HaltStore } from '../storage/halt_store.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'
import { HaltRecords } from './halt_records.ts'

/**
 * A pool may be halted by others than the service: a guardian, the admin with a wallet. The realm
 * then stands still here too, until the pool goes on.
 */
@singleton()
export class NoteHalts implements PoolEventConsumer {
  readonly name = 'halts'

  constructor(
    private halts: HaltStore,
    private records: HaltRecords
  ) {}

  async onFinal({ name, args, realmId }: RealmPoolEvent, session: SqlSession): Promise<void> {
    if (name !== 'Halted' && name !== 'Resumed') return
    const active = await this.halts.activeOf(session, realmId)
    const by = String(args.by)
    if (name === 'Resumed') {
      if (active?.source !== 'chain') return
      await this.halts.end(session, active.id, by)
      await this.records.lifted(session, realmId, active, { by })
    } else if (!active) {
      const reason = 'The pool was halted on the chain.'
      const cause = { type: 'all_flows', source: 'chain', reason, by } as const
      await this.halts.add(session, realmId, cause, 'halted')
      await this.records.set(session, realmId, cause, { by })
    }
  }
}

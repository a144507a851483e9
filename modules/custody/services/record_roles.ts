import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { isPlanned, roleChangeOf } from '../core/pool_roles.ts'
import { PoolRoleStore } from '../storage/pool_role_store.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'
import { CustodyChain } from './custody_chain.ts'

/** Keeps whom pools give roles, so that an account which the settings do not name is seen until somebody decides. */
@singleton()
export class RecordRoles implements PoolEventConsumer {
  readonly name = 'roles'

  constructor(
    private chain: CustodyChain,
    private store: PoolRoleStore,
    private log: Logger
  ) {}

  async onFinalStep(events: readonly RealmPoolEvent[], session: SqlSession): Promise<void> {
    for (const event of events) {
      const change = roleChangeOf(event)
      if (!change) continue
      await this.store.note(session, event.pool, change)
      if (!change.enabled || isPlanned(change, this.chain.planned)) continue
      const { realmId, pool, transactionHash } = event
      const about = { realmId, pool, transactionHash, ...change }
      this.log.error(about, 'a pool gives a role to an account that the settings do not name')
    }
  }
}

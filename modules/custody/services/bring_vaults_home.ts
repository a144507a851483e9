import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { livingObjects } from '#modules/ledger/index'
import { ExchangeObjectStore } from '../storage/exchange_object_store.ts'
import { isPassing } from './chain_patience.ts'
import { CallRefused } from './nonce_lane.ts'
import { VaultCalls } from './vault_calls.ts'
import { RegisterBoundary } from './register_boundary.ts'

const AT_ONCE = 50

/**
 * Brings home what lies in vaults of deleted objects: the ledger has swept it already, and it belongs
 * to the same boundary in the vault and outside. One whose boundary is frozen waits for its holder.
 */
@singleton()
export class BringVaultsHome {
  #after = ''

  constructor(
    private calls: VaultCalls,
    private objects: ExchangeObjectStore,
    private register: RegisterBoundary,
    private database: Database,
    private log: Logger
  ) {}

  /** A page per run, in turns. Never throws for a chain that is away. */
  async run(): Promise<void> {
    const { objects, database } = this
    const page = await objects.filled(this.#after, AT_ONCE)
    this.#after = page.length === AT_ONCE ? page.at(-1)!.hash : ''
    const ids = page.map(({ objectId }) => objectId)
    const living = await livingObjects(database, ids)
    for (const { objectId, realmId } of page) {
      if (!living.has(objectId)) await this.#home(objectId, realmId)
    }
  }

  async #home(objectId: string, realmId: string): Promise<void> {
    const { calls, register, log } = this
    const purpose = `vault-home:${objectId}`
    try {
      const pool = await register.poolOf(realmId)
      const { balance } = await calls.vault(pool, objectId)
      if (balance === 0n) return
      const args = [calls.hash(purpose), calls.hash(objectId), balance]
      await calls.send(pool, purpose, 'returnVault', args)
    } catch (error) {
      if (!isPassing(error) && !(error instanceof CallRefused)) throw error
      log.debug({ objectId, reason: error.message }, 'a vault stays where it is for now')
    }
  }
}

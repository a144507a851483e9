import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { sealEntries } from '../core/audit_chain.ts'
import { AuditChainStore } from '../storage/audit_chain_store.ts'

const BATCH = 200

/**
 * Gives new audit entries their places in the hash chain of their organization. Writers do not do
 * this themselves: each would wait for the commit of the one before, so that all mints and sign-ins
 * of one organization would follow one another.
 */
@singleton()
export class SealAudit {
  constructor(
    private chains: AuditChainStore,
    private database: Database
  ) {}

  /**
   * Runs may repeat and overlap.
   *
   * @returns how many entries were given a place
   */
  async run(): Promise<number> {
    let sealed = 0
    for (const orgId of await this.chains.unsealedOrgs()) {
      for (let count = BATCH; count === BATCH; sealed += count) count = await this.#seal(orgId)
    }
    return sealed
  }

  #seal(orgId: string): Promise<number> {
    return this.database.transaction(async (sql) => {
      const chain = await this.chains.lock(sql, orgId)
      const entries = await this.chains.unsealed(sql, orgId, BATCH)
      if (entries.length > 0) await this.chains.append(sql, sealEntries(chain, entries))
      return entries.length
    })
  }
}

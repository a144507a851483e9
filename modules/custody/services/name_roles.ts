import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { adminCalls } from '../core/pool_roles.ts'
import { PoolStore, type RealmPool } from '../storage/pool_store.ts'
import { CallAsRole } from './call_as_role.ts'
import { isPassing } from './chain_patience.ts'
import { CallRefused } from './nonce_lane.ts'
import { CustodyChain } from './custody_chain.ts'
import { PoolAuthority } from './pool_authority.ts'

const PAGE = 100

/**
 * Tells pools whose admin is an operator of the service (paper ones) of the other operators, of the settlers and
 * of the guardians of the settings. What other admins have to do is proposed to them instead.
 */
@singleton()
export class NameRoles {
  readonly #told = new Set<string>()

  constructor(
    private chain: CustodyChain,
    private pools: PoolStore,
    private authority: PoolAuthority,
    private call: CallAsRole,
    private log: Logger
  ) {}

  /** Each pool once in a process; what does not work is tried at the next run. */
  async run(): Promise<void> {
    const { planned, chainId } = this.chain
    const accounts = new Set([...planned.operators, ...planned.settlers, ...planned.guardians])
    if (accounts.size < 2) return
    for (let after = ''; ;) {
      const page = await this.pools.createdOn(chainId, after, PAGE)
      for (const pool of page) if (!this.#told.has(pool.realmId)) await this.#tell(pool)
      if (page.length < PAGE) return
      after = page.at(-1)!.realmId
    }
  }

  async #tell({ realmId, address }: RealmPool): Promise<void> {
    const { planned, gateway } = this.chain
    try {
      const roles = await this.authority.of(address!)
      const [lane] = this.call.among(roles, 'setOperator')
      if (lane) {
        for (const { fn, args } of adminCalls(planned, roles, false)) {
          const data = gateway.encode('RealmCustody', fn, args)
          await lane.submit({ purpose: `${fn}:${String(args[0])}:${address}`, to: address!, data })
        }
      }
      this.#told.add(realmId)
    } catch (error) {
      if (!isPassing(error) && !(error instanceof CallRefused)) throw error
      this.log.warn({ realmId, reason: error.message }, 'a pool does not know all operators yet')
    }
  }
}

import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import { HaltStore, type StoredHalt } from '../storage/halt_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { SigningRefused } from '../chain/signer.ts'
import { CallAsRole, NobodyMay, type WantedCall } from './call_as_role.ts'
import { CancelForeignClaims } from './cancel_foreign_claims.ts'
import { DoubtRescues } from './doubt_rescues.ts'
import { isPassing } from './chain_patience.ts'
import type { Address } from '../core/chain_types.ts'
import { CallRefused } from './nonce_lane.ts'
import { PoolAuthority } from './pool_authority.ts'
import { CustodyChain } from './custody_chain.ts'

/** What the transactions are called with which pools follow the halts of their realms. */
export const HALT_PURPOSES = /^(halt|resume):hlt_/

const AT_ONCE = 16

/** Halts and resumes pools as their realms are: a stolen session of this service does not move their value either. */
@singleton()
export class FollowHalts {
  constructor(
    private chain: CustodyChain,
    private pools: PoolStore,
    private store: HaltStore,
    private authority: PoolAuthority,
    private call: CallAsRole,
    private cancelForeign: CancelForeignClaims,
    private doubtRescues: DoubtRescues,
    private log: Logger
  ) {}

  /**
   * All there are, some at once: a pool that does not follow keeps no other from it. Never throws for
   * a chain that is away: it is told at the next run.
   *
   * @returns whether there was any
   */
  async run(): Promise<boolean> {
    for (let after = ''; ;) {
      const page = await this.store.unfollowed(after, AT_ONCE)
      const last = page.at(-1)
      if (!last) {
        const cancels = [await this.cancelForeign.run(), await this.doubtRescues.run()]
        return cancels.includes(true) || after !== ''
      }
      // Of one realm one after the other: what the older one makes of the pool the newer one has to find.
      const realms = Map.groupBy(page, ({ realmId }) => realmId).values()
      await Promise.all([...realms].map((halts) => this.#tryToFollow(halts)))
      after = last.id
    }
  }

  async #tryToFollow(halts: readonly StoredHalt[]): Promise<void> {
    for (const halt of halts) {
      try {
        await this.#follow(halt)
      } catch (error) {
        const isOwn = OWN_FAILURES.some((kind) => error instanceof kind)
        if (!isPassing(error) && !isOwn) throw error
        const { message: reason } = error as Error
        this.log.warn({ halt, reason }, 'a pool does not follow a halt yet')
      }
    }
  }

  async #follow({ id, realmId, clearedAt, onChain }: StoredHalt): Promise<void> {
    const pool = await this.pools.find(realmId)
    if (pool?.state !== 'created' || !pool.address) return
    if (clearedAt !== null && (await this.store.activeIn(realmId))?.type === 'all_flows') {
      // Halted again since: the pool stands still because of the newer halt, and goes on when that one ends.
      await this.store.follow(id, onChain, 'resumed')
    } else if (clearedAt === null || onChain === 'halting') {
      // Noted first: whoever ends the halt meanwhile must know that the pool has to be resumed.
      if (onChain === 'none' && !(await this.store.follow(id, 'none', 'halting'))) return
      await this.#tell('RealmHalted', { purpose: `halt:${id}`, pool: pool.address, fn: 'halt' })
      await this.store.follow(id, 'halting', 'halted')
    } else if (await this.#goesOn(pool.address, id, realmId)) {
      await this.store.follow(id, 'halted', 'resumed')
    }
  }

  /** @returns false while it waits for an admin whose key the service does not have */
  async #goesOn(pool: Address, id: string, realmId: string): Promise<boolean> {
    const { admin, halted } = await this.authority.of(pool)
    if (!this.chain.accounts.includes(admin)) return !halted
    const alongside = async (session: SqlSession) => {
      if ((await this.store.activeOf(session, realmId))?.type === 'all_flows') {
        throw new HaltedMeanwhile(realmId)
      }
    }
    const purpose = `resume:${id}`
    await this.#tell('RealmNotHalted', { purpose, pool, fn: 'resume', alongside })
    return true
  }

  /** @param already the refusal by which the pool says that it is halted, or running, already */
  async #tell(already: string, call: WantedCall) {
    try {
      await this.call.run(call)
    } catch (error) {
      if (!(error instanceof CallRefused) || error.revert?.name !== already) throw error
    }
  }
}

/** Nothing was stored or sent. */
class HaltedMeanwhile extends Error {
  constructor(realmId: string) {
    super(`Realm ${realmId} was halted again while its pool was to go on`)
  }
}

const OWN_FAILURES = [CallRefused, SigningRefused, NobodyMay, HaltedMeanwhile]

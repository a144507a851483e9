import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { HaltStore, type StoredHalt } from '../storage/halt_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { SigningRefused } from '../chain/signer.ts'
import { isPassing } from './chain_patience.ts'
import type { Address } from '../core/chain_types.ts'
import { CallRefused, NotFinalYet, type NonceLane } from './nonce_lane.ts'
import { PoolAuthority } from './pool_authority.ts'
import { CustodyChain } from './custody_chain.ts'

/** What the transactions are called with which pools follow the halts of their realms. */
export const HALT_PURPOSES = /^(halt|resume):hlt_/

const AT_ONCE = 16
const FINAL_WITHIN_MS = 5_000

/** Halts and resumes pools as their realms are: a stolen session of this service does not move their value either. */
@singleton()
export class FollowHalts {
  constructor(
    private chain: CustodyChain,
    private pools: PoolStore,
    private store: HaltStore,
    private authority: PoolAuthority,
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
      if (!last) return after !== ''
      await Promise.all(page.map((halt) => this.#tryToFollow(halt)))
      after = last.id
    }
  }

  async #tryToFollow(halt: StoredHalt): Promise<void> {
    try {
      await this.#follow(halt)
    } catch (error) {
      const isOwn = error instanceof CallRefused || error instanceof SigningRefused
      if (!isPassing(error) && !isOwn) throw error
      this.log.warn({ halt, reason: error.message }, 'a pool does not follow a halt yet')
    }
  }

  async #follow({ id, realmId, clearedAt, onChain }: StoredHalt): Promise<void> {
    const pool = await this.pools.find(realmId)
    if (pool?.state !== 'created' || !pool.address) return
    if (clearedAt === null || onChain === 'halting') {
      // Noted first: whoever ends the halt meanwhile must know that the pool has to be resumed.
      if (onChain === 'none') await this.store.follow(id, 'halting')
      await this.#call(pool.address, 'halt', id, 'RealmHalted')
      await this.store.follow(id, 'halted')
    } else if (await this.#goesOn(pool.address, id)) await this.store.follow(id, 'resumed')
  }

  /** @returns false while it waits for an admin whose key the service does not have */
  async #goesOn(pool: Address, id: string): Promise<boolean> {
    const { admin, halted } = await this.authority.of(pool)
    if (!this.chain.accounts.includes(admin)) return !halted
    await this.#call(pool, 'resume', id, 'RealmNotHalted')
    return true
  }

  /** A guardian's, where the pool knows one: nothing that operators send is in its way. */
  async #laneOf(pool: Address, fn: 'halt' | 'resume'): Promise<NonceLane> {
    const { emergency, lane } = this.chain
    if (fn === 'resume' || !emergency) return lane
    const { guardians } = await this.authority.of(pool)
    return guardians.includes(emergency.address) ? emergency : lane
  }

  /** @param already the refusal by which the pool says that it is halted, or running, already */
  async #call(to: Address, fn: 'halt' | 'resume', id: string, already: string) {
    try {
      const lane = await this.#laneOf(to, fn)
      const data = this.chain.gateway.encode('RealmCustody', fn)
      const purpose = `${fn}:${id}`
      const transaction = await lane.submit({ purpose, to, data, urgent: true })
      const settled = await lane.awaitFinal(transaction, FINAL_WITHIN_MS)
      // A thief who uses its nonce, or too little gas, has kept it from happening: it is sent again.
      if (settled !== 'succeeded') throw new NotFinalYet(purpose)
    } catch (error) {
      if (!(error instanceof CallRefused) || error.revert?.name !== already) throw error
    }
  }
}

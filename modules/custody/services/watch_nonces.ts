import { setTimeout as delay } from 'node:timers/promises'
import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import type { Address } from '../core/chain_types.ts'
import { doesWhatWasOrdered, unexplainedNonces } from '../core/judge_nonces.ts'
import {
  ForeignNonceStore,
  type ForeignNonce,
  type KnownNonce,
} from '../storage/foreign_nonce_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { CustodyChain } from './custody_chain.ts'
import { SECOND_LOOK_MS } from './halt_on_theft.ts'
import { locateNonce } from './locate_nonce.ts'
import { RealmHalts } from './realm_halts.ts'

const NONCES_AT_ONCE = 100

/** One look at an account: what the chain tells at one block. */
interface Look {
  address: Address
  head: number
  /** Nonces below it were used for good. */
  finalNonce: number
}

/**
 * Compares each mined nonce of the accounts of the service with what was ordered under it. One that
 * something else used, at first sight, halts every live realm: whoever has the key has it for all of
 * their pools. A transaction that only has the hash of ours is compared too, because a signer may
 * sign something else than it was asked for.
 */
@singleton()
export class WatchNonces {
  constructor(
    private chain: CustodyChain,
    private store: ForeignNonceStore,
    private pools: PoolStore,
    private halts: RealmHalts,
    private log: Logger
  ) {}

  /** @throws ChainUnreachable, WrongChain, RpcError */
  async run(): Promise<void> {
    if (!this.chain.configured) return
    await this.#haltWhatIsOwed()
    for (const address of this.chain.accounts) await this.#look(address)
  }

  async #look(address: Address): Promise<void> {
    const { gateway, settings } = this.chain
    const { head, finalBlock } = await gateway.finality(settings)
    // The chain before the database: a nonce is stored before it can be mined.
    const minedNonce = await gateway.nonce(address, head)
    const finalNonce = await gateway.nonce(address, Math.max(0, finalBlock))
    const look = { address, head, finalNonce }
    await this.#displaced(look)
    let from = await this.store.uncheckedFrom(address)
    while (from !== null && from < minedNonce) {
      const end = Math.min(from + NONCES_AT_ONCE, minedNonce)
      const reached = await this.#compare(look, from, end)
      if (reached > from) await this.store.checkedUpTo(address, reached)
      if (reached < end) return
      from = end
    }
  }

  /** @returns the first nonce that is still to be looked at: `end`, unless the node cannot tell yet */
  async #compare(look: Look, from: number, end: number): Promise<number> {
    if ((await this.#unexplained(look.address, from, end)).nonces.length === 0) return end
    // An attempt that was just added, or a database of several servers that shows it a moment later.
    await delay(SECOND_LOOK_MS)
    const { nonces, known } = await this.#unexplained(look.address, from, end)
    for (const nonce of nonces) {
      const order = known.find((one) => one.nonce === nonce) ?? null
      if (!(await this.#judge(look, nonce, order))) return nonce
    }
    return end
  }

  async #unexplained(address: Address, from: number, end: number) {
    const known = await this.store.known(address, from, end)
    const hashes = known.flatMap((order) => order.hashes)
    const seen = await this.chain.gateway.transactions(hashes)
    const mined = seen.filter((one) => one !== null)
    const found = new Set(mined.map(({ hash }) => hash))
    // What was seen long ago a node may have forgotten.
    const forgotten = known.filter(
      (order) => order.settled && !order.hashes.some((hash) => found.has(hash))
    )
    const settled = new Set(forgotten.map(({ nonce }) => nonce))
    const nonces = unexplainedNonces({ from, end }, known, mined)
    return { known, nonces: nonces.filter((nonce) => !settled.has(nonce)) }
  }

  /** Transactions of ours whose block was replaced after they were compared. */
  async #displaced(look: Look): Promise<void> {
    for (const nonce of await this.store.displaced(look.address)) {
      await this.#judge({ ...look, finalNonce: nonce + 1 }, nonce, null)
    }
  }

  /** @returns false when nobody can tell yet whether it was ours */
  async #judge(look: Look, nonce: number, order: KnownNonce | null): Promise<boolean> {
    const { address, head, finalNonce } = look
    const found = await locateNonce(this.chain.gateway, address, nonce, head)
    if (found && order && doesWhatWasOrdered(order, found)) return true
    if (!found && nonce >= finalNonce) return false
    const { hash: transactionHash = null, blockNumber = null } = found ?? {}
    await this.store.note({ address, nonce, transactionHash, blockNumber })
    await this.#haltWhatIsOwed()
    return true
  }

  async #haltWhatIsOwed(): Promise<void> {
    for (const foreign of await this.store.owed()) {
      const reason = reasonOf(foreign)
      this.log.error(foreign, 'a transaction that was not ordered used a nonce of this service')
      const cause = { type: 'all_flows', source: 'service', by: 'theft', reason } as const
      for (const realmId of await this.pools.liveRealms(this.chain.chainId)) {
        await this.halts.raise(realmId, cause)
      }
      await this.store.markHalted(foreign)
    }
  }
}

function reasonOf({ address, nonce, transactionHash, blockNumber }: ForeignNonce): string {
  const what =
    transactionHash === null
      ? 'something that no node shows any more'
      : `transaction ${transactionHash} in block ${blockNumber}`
  return `Nonce ${nonce} of ${address} was used by ${what}, which this service did not order: another holds the key, or the database is older than the chain.`
}

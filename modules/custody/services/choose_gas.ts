import type { SqlSession } from '#app/storage/database'
import { RpcError } from '../chain/errors.ts'
import type { ChainGateway } from '../chain/gateway.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import { gasLimit } from '../core/gas_limit.ts'
import type { TransactionStore } from '../storage/transaction_store.ts'

import { CallRefused, NodeBehind, NothingToCall } from './nonce_lane_errors.ts'

/** A transaction that is wanted. */
export interface Intent {
  /** Names what is wanted; this account never runs the same one twice. At most 160 characters. */
  purpose: string
  to: Address
  data: Hex
  /** Gas by a formula: the call is not tried out first, and may revert on the chain. */
  gas?: bigint
  /** Somebody waits for it: it finds room where the rest of the lane waits. */
  urgent?: boolean
  /** It is tried out first all the same. */
  rehearsed?: boolean
  /**
   * Writes the rows that have to exist with the call, in the transaction that stores its signed
   * bytes.
   */
  alongside?: (session: SqlSession) => Promise<void>
}

/** Gas for what is about to be sent; what would revert is refused before it costs a nonce. */
export class ChooseGas {
  constructor(
    private gateway: ChainGateway,
    private store: TransactionStore,
    private from: Address,
    private isLocal: boolean
  ) {}

  /** @throws CallRefused, NodeBehind, NothingToCall, ChainUnreachable */
  async run(intent: Intent): Promise<bigint> {
    const { purpose, data, gas, rehearsed = gas === undefined } = intent
    if (rehearsed) {
      const estimate = await this.#estimate(intent)
      // A formula knows better than a node that may have erred once already.
      if (gas === undefined) {
        return gasLimit(estimate, data, await this.store.gasOfFailed(purpose))
      }
    }
    return gas!
  }

  /**
   * A refusal ends what was asked for, so only a node that has all that was final is believed: it is
   * asked once more when that is certain. The estimate is the middle of what the nodes say; that the call
   * reverts, as many have to say as for any read.
   */
  async #estimate(intent: Intent): Promise<bigint> {
    try {
      return await this.#ask(intent)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (await this.#lags()) throw new NodeBehind(intent.purpose)
      await this.#tryOut(intent)
      return this.#askAgain(intent)
    }
  }

  /** The call succeeds, as enough nodes say. */
  async #askAgain(intent: Intent): Promise<bigint> {
    try {
      return await this.#ask(intent)
    } catch (error) {
      if (error instanceof CallRefused && error.executed) throw new NodeBehind(intent.purpose)
      throw error
    }
  }

  /** By what this account has sent; where many nodes stand behind one address, also by what others have. */
  async #lags(): Promise<boolean> {
    const newest = await this.store.newestSettledNonce()
    if (newest !== null && (await this.gateway.nonce(this.from, 'latest')) <= newest) return true
    const finalBlock = this.isLocal ? null : await this.store.finalBlock()
    return finalBlock !== null && (await this.gateway.head()) < finalBlock
  }

  /** Estimating is also the dry run. */
  async #ask(intent: Intent): Promise<bigint> {
    const { gateway, from } = this
    const { to, data } = intent
    const [callable] = await gateway.hasCode([to])
    if (!callable) throw new NothingToCall(to)
    return this.#orRefused(intent, gateway.estimateGas({ from, to, data }))
  }

  async #tryOut(intent: Intent): Promise<void> {
    const { to, data } = intent
    await this.#orRefused(intent, this.gateway.ethCall({ from: this.from, to, data }, 'latest'))
  }

  async #orRefused<T>({ purpose }: Intent, answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      throw new CallRefused(purpose, this.gateway.decodeRevert(error.data), error)
    }
  }
}

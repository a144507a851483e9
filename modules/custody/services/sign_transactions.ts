import type { Logger } from '@adonisjs/core/logger'
import { failpoint } from '../failpoints.ts'
import type { ChainGateway } from '../chain/gateway.ts'
import { isSignedBy } from '../chain/signed_by.ts'
import type { Signer } from '../chain/signer.ts'
import type { BroadcastAnswer, Hex } from '../core/chain_types.ts'
import type { FeeOffer } from '../core/fees.ts'
import { selectorOf, type ContractsAt } from '../core/signing_policy.ts'
import type { ReservedTransaction } from '../storage/transaction_rows.ts'
import type { TransactionStore } from '../storage/transaction_store.ts'

/** One attempt of a transaction that has its nonce. */
export interface NewAttempt {
  no: number
  gas: bigint
  fees: FeeOffer
}

/** Signs what has a nonce, stores the bytes, then sends them. */
export class SignTransactions {
  /** @param signer null in a process that has no key: others sign what it reserves */
  constructor(
    private parts: {
      gateway: ChainGateway
      store: TransactionStore
      signer: Signer | null
      contracts: ContractsAt
      /** Wei per gas. */
      highestFee: bigint
      log: Logger
    }
  ) {}

  get canSign(): boolean {
    return this.parts.signer !== null
  }

  /**
   * @returns what the node made of it and the hash; null when another process signs it, has, or gave its nonce up
   * @throws SigningRefused, SignerUnreachable: nothing is stored or sent
   */
  async run(
    reserved: ReservedTransaction & { raw?: Hex },
    { no, gas, fees }: NewAttempt
  ): Promise<{ hash: Hex; answer: BroadcastAnswer } | null> {
    const { purpose, nonce, to, data } = reserved
    const { gateway, store, signer, contracts, highestFee, log } = this.parts
    if (!signer) return null
    const { chainId } = gateway
    const signed = await signer.sign(
      { chainId, nonce, to, data, gas, ...fees, value: 0n },
      {
        purpose,
        contract: await contracts.at(to, data),
        selector: selectorOf(data),
        ordered: await this.#isOrdered(reserved),
        limits: { gas, maxFee: highestFee, value: 0n },
      }
    )
    if (!(await store.addAttempt(reserved, no, signed, fees))) return null
    await failpoint('custody.signed')
    const answer = await gateway.broadcast(signed.raw)
    await failpoint('custody.sent')
    log.info({ purpose, nonce, attempt: no, answer }, 'transaction sent')
    return { hash: signed.hash, answer }
  }

  /** By the seal of its row, or by bytes that this account has signed of it before. */
  async #isOrdered(reserved: ReservedTransaction & { raw?: Hex }): Promise<boolean> {
    const { chainId, lane, seal } = this.parts.store
    if (seal.fits({ ...reserved, chainId, lane }, reserved.seal)) return true
    return reserved.raw !== undefined && isSignedBy(lane, { ...reserved, chainId }, reserved.raw)
  }
}

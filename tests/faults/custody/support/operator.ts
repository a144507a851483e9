import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { Clock } from '#app/clock/clock'
import type { Hex } from '#modules/custody/core/chain_types'
import { BumpFees } from '#modules/custody/services/bump_fees'
import { type CustodyChain } from '#modules/custody/services/custody_chain'
import { keyOf, laneRows } from '#tests/functional/custody/support/chain_desk'
import { askNode } from '#tests/functional/custody/support/direct_node'
import { signAs } from '#tests/unit/custody/support/contract_world'
import { eventually } from '#tests/support/client'
import { chainOfApp } from '#tests/functional/custody/support/process'

const ZERO_WEI = '0x0'

/** What happens to the operator's account and the blocks of the service's node, past the service. */
export class OperatorAccount {
  static async ofApp(): Promise<OperatorAccount> {
    return new OperatorAccount(await chainOfApp())
  }

  private constructor(private chain: CustodyChain) {}

  #rpc(method: string, ...params: unknown[]): Promise<unknown> {
    return askNode(this.chain.settings.rpcUrls[0]!, method, params)
  }

  mining(on: boolean) {
    return this.#rpc('evm_setAutomine', on)
  }

  mine() {
    return this.#rpc('anvil_mine', '0x1')
  }

  async baseFee(wei: bigint) {
    await this.#rpc('anvil_setNextBlockBaseFeePerGas', `0x${wei.toString(16)}`)
    await this.mine()
  }

  loseGasMoney() {
    return this.#rpc('anvil_setBalance', this.chain.lane.address, ZERO_WEI)
  }

  dropAll() {
    return this.#rpc('anvil_dropAllTransactions')
  }

  drop(hash: Hex) {
    return this.#rpc('anvil_dropTransaction', hash)
  }

  async #minedNonce(): Promise<number> {
    return Number(await this.#rpc('eth_getTransactionCount', this.chain.lane.address, 'latest'))
  }

  /** Until so many of its transactions are stored and not mined. @returns them, oldest nonce first */
  async stored(count: number) {
    return eventually('transactions to be stored', async () => {
      const minedNonce = await this.#minedNonce()
      const open = await this.chain.transactions.open(200)
      const unmined = open.filter(({ nonce }) => nonce >= minedNonce)
      return unmined.length >= count ? unmined : null
    })
  }

  /** A dearer attempt for whatever is not mined, without the wait. @returns how many there were */
  async bump(): Promise<number> {
    const clock = await app.container.make(Clock)
    return new BumpFees(this.chain, clock, logger, { afterMs: 0 }).run()
  }

  /** Signed bytes of the open transactions as they were stored first. */
  async firstAttempts(): Promise<Hex[]> {
    const minedNonce = await this.#minedNonce()
    const rows = (await laneRows(this.chain)).filter(({ nonce }) => Number(nonce) >= minedNonce)
    const byNonce = Map.groupBy(rows, ({ nonce }) => nonce)
    return [...byNonce.values()].map((attempts) => attempts[0]!.raw as Hex)
  }

  /** @throws Error when the node does not take one */
  async broadcast(raws: readonly Hex[]) {
    for (const raw of raws) await this.#rpc('eth_sendRawTransaction', raw)
  }

  /** A transaction with the operator's key that the service knows nothing of. */
  async sendFromElsewhere(nonce: number) {
    const { settings, lane } = this.chain
    const fees = { gas: 21_000n, maxFee: 10n ** 12n, tip: 10n ** 9n }
    const signed = await signAs(keyOf(this.chain), {
      chainId: settings.chainId,
      nonce,
      to: lane.address,
      data: '0x',
      ...fees,
    })
    await this.broadcast([signed.raw])
  }
}

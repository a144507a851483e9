import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import type { Atoms } from '#app/money/usd'
import { CustodyChain } from './custody_chain.ts'

const FINAL_WITHIN_MS = 10_000
/** Enough for some thousand transactions of a person trying things out. */
const GAS_MONEY_WEI = 10n ** 18n

/** Test USD and gas money for an address on the local chain. */
@singleton()
export class GiveTestMoney {
  constructor(private chain: CustodyChain) {}

  /**
   * @param name of the request; one that comes again is shown what it was given before
   * @returns the hash of the transaction that minted
   * @throws ChainUnreachable, NothingToCall, CallRefused, NotFinalYet
   */
  async run(to: string, amount: Atoms, name: string = newId('job')): Promise<{ txHash: string }> {
    const { gateway, lane, plan, dev } = this.chain
    const address = gateway.checksum(to)
    await dev?.fundGas(address, GAS_MONEY_WEI)
    const data = gateway.encode('TestUSD', 'mint', [address, amount])
    const purpose = `faucet:${name}`
    const transaction = await lane.submit({ purpose, to: plan.token, data })
    await lane.awaitFinal(transaction, FINAL_WITHIN_MS)
    return { txHash: transaction.hashes[0]! }
  }
}

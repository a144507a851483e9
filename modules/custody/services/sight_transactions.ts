import type { ChainGateway } from '../chain/gateway.ts'
import type { Address } from '../core/chain_types.ts'
import type { FinalityRule } from '../core/final_block.ts'
import { judgeTransaction, type SeenTransaction, type Verdict } from '../core/judge_transaction.ts'
import type { ChainTransaction } from '../storage/transaction_rows.ts'

/** What the chain shows of transactions of one account; many at once cost few requests. */
export class SightTransactions {
  constructor(
    private gateway: ChainGateway,
    private account: Address,
    private rule: FinalityRule
  ) {}

  /** In the given order. @throws ChainUnreachable */
  async judge(transactions: readonly ChainTransaction[]): Promise<Verdict[]> {
    const { gateway, rule } = this
    const { finalBlock } = await gateway.finality(rule)
    const mined = await this.#mined(transactions)
    // After the receipts: a nonce read before could make a transaction that is just mined look displaced.
    const minedNonce = await gateway.nonce(this.account, 'latest')
    const finalNonce = await gateway.nonce(this.account, Math.max(0, finalBlock))
    return transactions.map((transaction, index) =>
      judgeTransaction(transaction.nonce, {
        mined: mined[index]!,
        finalBlock,
        minedNonce,
        finalNonce,
      })
    )
  }

  /** Whichever attempt was mined; all of them share a nonce, so at most one is. */
  async #mined(transactions: readonly ChainTransaction[]): Promise<SeenTransaction['mined'][]> {
    const receipts = await this.gateway.receipts(transactions.flatMap(({ hashes }) => hashes))
    const found = receipts.filter((receipt) => receipt !== null)
    const numbers = [...new Set(found.map(({ blockNumber }) => blockNumber))]
    const headers = await this.gateway.headers(numbers)
    const canonical = new Map(numbers.map((number, index) => [number, headers[index]?.hash]))
    const byHash = new Map(found.map((receipt) => [receipt.hash, receipt]))
    return transactions.map(({ hashes }) => {
      const receipt = hashes.map((hash) => byHash.get(hash)).find((each) => each !== undefined)
      if (!receipt) return null
      const { succeeded, blockNumber, blockHash } = receipt
      return {
        succeeded,
        blockNumber,
        blockHash,
        canonical: canonical.get(blockNumber) === blockHash,
      }
    })
  }
}

import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { EvidenceSources, type Operation } from '#modules/ledger/index'

/** What shows that a link was paid, or paid out. Amount and reference are those of the link. */
export interface Receipt {
  completedAt: Micros
  /** What carried the money; none where it was simulated. */
  transactions: { txHash: string; chain: string }[]
}

/** Reads the receipt of a payment. */
@singleton()
export class ReadReceipt {
  constructor(private evidence: EvidenceSources) {}

  /** @returns null while the payment has not completed */
  async of({ id, state, updatedAt }: Operation): Promise<Receipt | null> {
    if (state !== 'completed') return null
    const sent = await this.evidence.chainTransactions([id])
    // Attempts that were replaced have moved nothing.
    const transactions = sent
      .filter(({ status }) => status === 'confirmed')
      .map(({ txHash, chain }) => ({ txHash, chain }))
    return { completedAt: updatedAt, transactions }
  }
}

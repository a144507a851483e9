import { singleton } from '#app/extension/singleton'
import { OperationTraces } from '#app/tracing/operation_traces'
import { tracing } from '#app/tracing/tracing'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import { SettlementTransactions } from '../storage/settlement_transactions.ts'
import { WithdrawalTransactions } from '../storage/withdrawal_transactions.ts'
import type { CarrierAnswer } from './movement_carrier.ts'
import { ChainOutcomes } from './chain_outcomes.ts'
import { CustodyChain } from './custody_chain.ts'

/**
 * Tells in the trace of each movement which transaction carried it, from its signature to its final
 * block. That is told when it is over: one transaction carries movements of many traces, and may be
 * replaced by another one on the way.
 */
@singleton()
export class TraceTransactions {
  constructor(
    private chain: CustodyChain,
    private traces: OperationTraces,
    private outcomes: ChainOutcomes,
    private settlements: SettlementTransactions,
    private withdrawals: WithdrawalTransactions
  ) {}

  /** @param answers what became of each movement, in the same order. It never throws */
  async tell(movements: readonly Movement[], answers: readonly CarrierAnswer[]): Promise<void> {
    if (tracing() === null) return
    const hashes = new Map(
      movements.flatMap(({ operationId }, index) => {
        const hash = finalHash(answers[index]!)
        return hash === null ? [] : [[operationId, hash] as const]
      })
    )
    const parents = await this.traces.of([...hashes.keys()])
    if (parents.size > 0) await this.#tell(hashes, parents).catch(() => {})
  }

  async #tell(hashes: ReadonlyMap<string, string>, parents: ReadonlyMap<string, string>) {
    const active = tracing()
    const ids = [...parents.keys()]
    const [settled, withdrawn, blocks] = await Promise.all([
      this.settlements.of(ids),
      this.withdrawals.of(ids),
      this.outcomes.blocksOf(ids),
    ])
    const traceId = active?.current()?.traceId
    for (const { operationId, txHash, createdAt } of [...settled, ...withdrawn]) {
      const block = blocks.get(operationId)
      if (hashes.get(operationId) !== txHash) continue
      const parent = parents.get(operationId)!
      const facts = {
        'chain.id': this.chain.chainId,
        'chain.transaction': txHash,
        'ledger.operation': operationId,
        ...(block !== undefined && { 'chain.block': block }),
      }
      const isOurs = traceId !== undefined && parent.includes(traceId)
      const span = active?.begin('chain transaction', {
        kind: 'client',
        parent: isOurs ? undefined : parent,
        startMs: Date.parse(createdAt),
        facts,
      })
      span?.end()
    }
  }
}

/** The transaction that the proof of an executed movement names: `<chain>:<hash>:<log>`. */
function finalHash(answer: CarrierAnswer): string | null {
  if (answer instanceof Error || answer.state !== 'final') return null
  return answer.proofs[0]?.externalRef.split(':')[1] ?? null
}

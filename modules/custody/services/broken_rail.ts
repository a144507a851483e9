import type { SettlementRail } from '#app/extension/settlement_rail'
import { ChainRail } from './chain_rail.ts'

/**
 * In the place of the chain's rail where its settings are wrong: in a command, since no server starts. Every movement then fails
 * as unknown; without it the ledger's own rail would book money that never reaches the chain.
 */
export function brokenRail(cause: unknown): SettlementRail {
  const fail = (): never => {
    throw new Error('The settings of custody are wrong; nothing is settled', { cause })
  }
  return {
    name: ChainRail.NAME,
    carries: fail,
    immediate: fail,
    start: async () => fail(),
    poll: async () => fail(),
  }
}

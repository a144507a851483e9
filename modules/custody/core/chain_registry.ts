import type { Address } from './chain_types.ts'

/** What is known of one chain. */
export interface ChainTerms {
  name: string
  /**
   * `value`: its money is real, and paper realms do not settle there. `test`: a public network for
   * tests. `local`: a developer's own chain.
   */
  worth: 'value' | 'test' | 'local'
  /** What live realms hold: a token of somebody else. Null: none is named. */
  liveToken: Address | null
  /** What that token calls itself; null: it is not compared. */
  symbol: string | null
  /** Blocks from a transaction's own to the head, its own included, until it counts as final. */
  confirmations: number
  /**
   * `finalized`: and the chain itself has to call its block final, which its nodes tell under that name.
   * `confirmations`: for chains that know no such word.
   */
  finality: 'finalized' | 'confirmations'
  /** How many endpoints production has to name, and how many of them at least have to agree. */
  endpoints: number
  /** Above it nothing is sent, and a person decides. */
  highestFeeGwei: number
  /** What pools of live realms are made with; the admin of a pool changes its cap afterwards. */
  liveLimits: PoolLimits
  /** What is believed later, and when every node says so. Null: all amounts alike. */
  largeValue: LargeValue | null
}

/** From which amount more is asked of nodes than that enough of them agree. */
export interface LargeValue {
  /** USD: what an event credits or ends more than, alone or with what else its pool did within the window. */
  usd: string
  /** How long smaller ones add up. */
  windowSeconds: number
  /** As `ChainTerms.confirmations`, and never fewer than those. */
  confirmations: number
}

/** What bounds a loss before anybody looks. */
export interface PoolLimits {
  /** How long exits above a cap, raised caps and first recovery keys wait; at most 365 days. */
  safetyDelaySeconds: number
  /** USD that may leave a pool at once, which are free again after a day. Null: any amount. */
  outflowCap: string | null
}

/** Of paper realms, and of developers' chains. */
export const NO_LIMITS: PoolLimits = { safetyDelaySeconds: 0, outflowCap: null }

/** Where nobody has chosen. */
const CAUTIOUS: PoolLimits = { safetyDelaySeconds: 24 * 3600, outflowCap: '10000.00' }

/** By chain id. */
export type ChainRegistry = Readonly<Record<number, ChainTerms>>

const LOCAL: ChainTerms = {
  name: 'local',
  worth: 'local',
  liveToken: null,
  symbol: null,
  confirmations: 1,
  finality: 'confirmations',
  endpoints: 1,
  highestFeeGwei: 10_000,
  liveLimits: NO_LIMITS,
  largeValue: null,
}

/** Chains of developers' machines: their state may vanish and their money is worth nothing. */
export const LOCAL_CHAINS: ChainRegistry = { 1337: LOCAL, 31337: LOCAL }

/** Whatever nobody has listed is held for a chain of value. */
const UNKNOWN: ChainTerms = {
  name: 'unlisted',
  worth: 'value',
  liveToken: null,
  symbol: null,
  confirmations: 12,
  finality: 'confirmations',
  endpoints: 2,
  highestFeeGwei: 500,
  liveLimits: CAUTIOUS,
  largeValue: { usd: '100000.00', confirmations: 64, windowSeconds: 24 * 3600 },
}

/** @param liveToken of the settings; comes before that of the registry, whose symbol then says nothing */
export function chainTerms(
  chains: ChainRegistry,
  chainId: number,
  liveToken: Address | null
): ChainTerms {
  const listed = LOCAL_CHAINS[chainId] ?? chains[chainId] ?? UNKNOWN
  if (liveToken === null || liveToken.toLowerCase() === listed.liveToken?.toLowerCase()) {
    return listed
  }
  return { ...listed, liveToken, symbol: null }
}

/**
 * How many of the named nodes have to give the same answer: more than half of them, so that two
 * contradicting answers are never both believed. One where the chain asks for one.
 */
export function nodesNeeded({ endpoints }: ChainTerms, urls: readonly string[]): number {
  const named = new Set(urls.map((url) => new URL(url).href)).size
  if (endpoints <= 1) return 1
  return Math.min(named, Math.max(endpoints, Math.floor(named / 2) + 1))
}

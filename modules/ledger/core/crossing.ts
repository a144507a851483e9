import type { Atoms } from '#app/money/usd'
import type { LegKind } from './terms.ts'

/**
 * What an amount is to whom it reaches: value that came from elsewhere, or what was earned or lost.
 * Every kind is listed, so that a new one has to be decided on.
 */
const MEANING: Record<LegKind, 'moved' | 'result'> = {
  transfer: 'moved',
  deposit: 'moved',
  withdrawal: 'moved',
  sweep: 'moved',
  fee: 'result',
  trade: 'result',
  fee_exchange: 'result',
  fee_platform: 'result',
  fee_builder: 'result',
  funding: 'result',
  liquidation_penalty: 'result',
  bad_debt: 'result',
  settlement: 'result',
}

/** Kinds of legs that are neither gain nor loss. Fees of the service are handed on, not earned twice. */
export const MOVED_KINDS: readonly string[] = [
  ...Object.keys(MEANING).filter((kind) => MEANING[kind as LegKind] === 'moved'),
  'fee_distribution',
]

/** What one entry of the journal moved into or out of a set of objects. */
export interface MovedByEntry {
  seq: number
  /** Sum of what was moved, over the objects of the set. */
  net: Atoms
  /** Whether an object of the set paid for it: its fee is part of what it paid. */
  pays: boolean
}

/**
 * What crossed the border of the set. The fee of a transfer is no value that went elsewhere but a
 * cost, and is taken out of what its source paid.
 *
 * @param fee of the entry, zero when it has none
 * @returns positive for what came in; zero for what moved inside
 */
export function crossed({ net, pays }: MovedByEntry, fee: Atoms): Atoms {
  return pays ? net + fee : net
}

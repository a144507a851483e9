import type { Hex } from './chain_types.ts'
import type { PoolEvent } from './pool_event.ts'

/** A number of a pool as the database knows it. */
export interface KnownNumber {
  operationId: string
  state: 'queued' | 'batched' | 'executed' | 'rejected'
}

export interface NumberVerdict {
  executed: number[]
  rejected: number[]
  /** The operations that have their outcome now. */
  operationIds: string[]
  /** The places, among the events, of those that used up a number for what the service never ordered. */
  foreign: number[]
  /** Why database and chain do not speak of the same numbers; null when they do. */
  contradiction: string | null
}

/**
 * What events say about numbers of one pool. A number that the database gave to another operation, or never gave
 * out, is somebody else's: a thief's, an admin's who takes value back, or of a database that was restored from a
 * backup and issues numbers twice.
 *
 * @param events in order, all with an `opSeq`
 * @param taken numbers that are known to be used up by others
 */
export function judgeNumbers(
  events: readonly Pick<PoolEvent, 'name' | 'args' | 'seq'>[],
  known: ReadonlyMap<number, KnownNumber>,
  hashOf: (operationId: string) => Hex,
  taken: ReadonlySet<number> = new Set()
): NumberVerdict {
  const verdict: NumberVerdict = {
    executed: [],
    rejected: [],
    operationIds: [],
    foreign: [],
    contradiction: null,
  }
  const others = new Set(taken)
  for (const [place, { name, args, seq }] of events.entries()) {
    const number = Number(args.opSeq)
    const row = known.get(number)
    if (name === 'Skipped') {
      // The number had its outcome before this page; an outcome of our own operation is known
      // already.
      const ours =
        row && (row.state !== 'batched' || verdict.operationIds.includes(row.operationId))
      if (!ours && !others.has(number))
        verdict.contradiction ??= `number ${number} had an outcome before event ${seq}`
      continue
    }
    // Results of vaults take numbers too, without a transfer behind them.
    if (name === 'VaultSettled' && !row) continue
    if (!row || hashOf(row.operationId) !== args.opId) {
      verdict.foreign.push(place)
      others.add(number)
      continue
    }
    verdict[name === 'SettlementRejected' ? 'rejected' : 'executed'].push(number)
    verdict.operationIds.push(row.operationId)
  }
  return verdict
}

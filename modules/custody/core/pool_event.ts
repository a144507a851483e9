import type { Address, ChainEvent, Hex } from './chain_types.ts'

export type EventValue = string | boolean

/** An event of a realm's pool. `seq` counts 1, 2, 3 … per pool without a gap. */
export interface PoolEvent {
  pool: Address
  seq: number
  name: string
  /** By the contract's parameter names, without `seq`. Integers are decimal strings, ids hashes. */
  args: Record<string, EventValue>
  blockNumber: number
  blockHash: Hex
  transactionHash: Hex
  logIndex: number
}

/** What an event says, wherever it stands. */
export type ToldEvent = Pick<PoolEvent, 'name' | 'args'>

export type RealmPoolEvent = PoolEvent & { realmId: string }

/** Set by the clock of the block: the same call in another block gives another value. */
const BLOCK_TIME_ARGS = new Set(['ripeAt', 'effectiveAt'])

/** Whether two events say the same, wherever on the chain they stand. */
export function sameContent(
  one: Pick<PoolEvent, 'name' | 'args'>,
  other: Pick<PoolEvent, 'name' | 'args'>
): boolean {
  return contentOf(one) === contentOf(other)
}

function contentOf({ name, args }: Pick<PoolEvent, 'name' | 'args'>): string {
  const told = Object.entries(args).filter(([key]) => !BLOCK_TIME_ARGS.has(key))
  told.sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([name, told])
}

/** Logs of a pool that carry no number are not its own events, but those of a library. */
export function poolEventOf({ name, contract, args, ...place }: ChainEvent): PoolEvent[] {
  const { seq, ...told } = args
  if (typeof seq !== 'bigint') return []
  const values = Object.entries(told).map(([key, value]): [string, EventValue] => [
    key,
    typeof value === 'boolean' ? value : String(value),
  ])
  return [{ pool: contract, seq: Number(seq), name, args: Object.fromEntries(values), ...place }]
}

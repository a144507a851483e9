import type { RpcCall, RpcOutcome } from './endpoint.ts'

/** Reads that credit or end value. Fees and estimates are bounded elsewhere, and every node words them in its own way. */
const VOTED = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
])

/** Where a method names its block. */
const TAG_AT: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_getBalance: 1,
  eth_getBlockByNumber: 0,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
}

const BLOCK_FIELDS = ['number', 'hash', 'parentHash', 'timestamp']
const LOG_FIELDS = [
  'address',
  'topics',
  'data',
  'blockNumber',
  'blockHash',
  'transactionHash',
  'logIndex',
]
const RECEIPT_FIELDS = ['transactionHash', 'status', 'blockNumber', 'blockHash', 'gasUsed']

type Fields = Record<string, unknown>

export function isVotedOn({ method }: RpcCall): boolean {
  return VOTED.has(method)
}

/** The moving blocks that a call asks for by name. A receipt depends on the head without naming it. */
export function tagsOf({ method, params }: RpcCall): string[] {
  if (method === 'eth_blockNumber' || method === 'eth_getTransactionReceipt') return ['latest']
  const at = TAG_AT[method]
  const tag = at === undefined ? undefined : params[at]
  return tag === 'latest' || tag === 'finalized' ? [tag] : []
}

/** The same call about one block that does not move, so that honest nodes answer it alike. */
export function pinned(call: RpcCall, blocks: ReadonlyMap<string, string>): RpcCall {
  const at = TAG_AT[call.method]
  const block = at === undefined ? undefined : blocks.get(String(call.params[at]))
  if (at === undefined || block === undefined) return call
  return { ...call, params: call.params.with(at, block) }
}

/**
 * The newest block that `needed` nodes have: none of them decides alone how long the chain is.
 *
 * @returns null when fewer of them tell one
 */
export function agreedHeight(outcomes: readonly RpcOutcome[], needed: number): string | null {
  const heights = outcomes
    .flatMap((outcome) => (outcome.ok ? [(outcome.result as Fields | null)?.number] : []))
    .filter((number) => typeof number === 'string' && /^0x[0-9a-f]+$/i.test(number))
    .map(Number)
    .sort((a, b) => b - a)
  const height = heights[needed - 1]
  return height === undefined ? null : `0x${height.toString(16)}`
}

/** A receipt from above the agreed head is not there yet: the other nodes cannot know it. */
export function upTo(call: RpcCall, outcome: RpcOutcome, head: string | undefined): RpcOutcome {
  if (call.method !== 'eth_getTransactionReceipt' || head === undefined) return outcome
  if (!outcome.ok || !outcome.result) return outcome
  const above = Number((outcome.result as Fields).blockNumber) > Number(head)
  return above ? { ok: true, result: null } : outcome
}

/** @returns what at least `needed` nodes say, or null when no answer has as many */
export function agreedOutcome(
  { method }: RpcCall,
  outcomes: readonly RpcOutcome[],
  needed: number
): RpcOutcome | null {
  const votes = Map.groupBy(outcomes, (outcome) => meaningOf(method, outcome))
  for (const same of votes.values()) if (same.length >= needed) return same[0]!
  return null
}

/** What of an answer counts. Nodes add fields of their own, and word refusals as they like. */
function meaningOf(method: string, outcome: RpcOutcome): string {
  if (!outcome.ok) return `refused ${outcome.error.data?.toLowerCase() ?? ''}`
  const { result } = outcome
  if (method === 'eth_getLogs' && Array.isArray(result)) return logsOf(result)
  if (typeof result !== 'object' || result === null) return meaning(result)
  const fields = result as Fields
  if (method === 'eth_getBlockByNumber') return meaning(BLOCK_FIELDS.map((name) => fields[name]))
  if (method !== 'eth_getTransactionReceipt') return meaning(fields)
  const logs = Array.isArray(fields.logs) ? logsOf(fields.logs) : ''
  return meaning([...RECEIPT_FIELDS.map((name) => fields[name]), logs])
}

function logsOf(logs: readonly unknown[]): string {
  const told = logs.map((log) =>
    meaning(LOG_FIELDS.map((name) => (log as Fields | null)?.[name] ?? null))
  )
  return told.sort().join()
}

function meaning(value: unknown): string {
  return JSON.stringify(value).toLowerCase()
}

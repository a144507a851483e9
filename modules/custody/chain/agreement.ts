import type { RpcCall, RpcOutcome } from './endpoint.ts'

/** Reads that credit or end value. Of fees and estimates, which every node reckons in its own way, the middle is taken. */
const VOTED = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getTransactionByHash',
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
const TRANSACTION_FIELDS = [
  'hash',
  'blockNumber',
  'blockHash',
  'from',
  'to',
  'nonce',
  'input',
  'value',
]
const RECEIPT_FIELDS = ['transactionHash', 'status', 'blockNumber', 'blockHash', 'gasUsed']

/** What says where a transaction was mined. It depends on the head without naming it. */
const OF_MINED = new Set(['eth_getTransactionByHash', 'eth_getTransactionReceipt'])

type Fields = Record<string, unknown>

export function isVotedOn({ method }: RpcCall): boolean {
  return VOTED.has(method)
}

/** The moving blocks that a call asks for by name. */
export function tagsOf({ method, params }: RpcCall): string[] {
  if (method === 'eth_blockNumber' || OF_MINED.has(method)) return ['latest']
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

/** What is mined above the agreed head, or not at all, is not there yet: the other nodes cannot know it. */
export function upTo(call: RpcCall, outcome: RpcOutcome, head: string | undefined): RpcOutcome {
  if (!OF_MINED.has(call.method) || head === undefined) return outcome
  if (!outcome.ok || !outcome.result) return outcome
  const { blockNumber } = outcome.result as Fields
  const hidden = typeof blockNumber !== 'string' || Number(blockNumber) > Number(head)
  return hidden ? { ok: true, result: null } : outcome
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

/** Whether a node says otherwise than what enough of them say. What it does not have yet, it says nothing of. */
export function contradicts({ method }: RpcCall, outcome: RpcOutcome, agreed: RpcOutcome): boolean {
  if (!outcome.ok || outcome.result === null) return false
  return meaningOf(method, outcome) !== meaningOf(method, agreed)
}

/** What of an answer counts. Nodes add fields of their own, and word refusals as they like. */
function meaningOf(method: string, outcome: RpcOutcome): string {
  if (!outcome.ok) return `refused ${outcome.error.data?.toLowerCase() ?? ''}`
  const { result } = outcome
  if (method === 'eth_getLogs' && Array.isArray(result)) return logsOf(result)
  if (typeof result !== 'object' || result === null) return meaning(result)
  const fields = result as Fields
  if (method === 'eth_getBlockByNumber') return blockOf(fields)
  if (method === 'eth_getTransactionByHash') return told(TRANSACTION_FIELDS, fields)
  if (method !== 'eth_getTransactionReceipt') return meaning(fields)
  const logs = Array.isArray(fields.logs) ? logsOf(fields.logs) : ''
  return `${told(RECEIPT_FIELDS, fields)} ${logs}`
}

/** With its transactions where they were asked for whole; else its hash commits to them. */
function blockOf(fields: Fields): string {
  const transactions = Array.isArray(fields.transactions) ? (fields.transactions as unknown[]) : []
  const whole = transactions.filter((one) => typeof one === 'object' && one !== null)
  const inside = whole.map((one) => told(TRANSACTION_FIELDS, one as Fields))
  return [told(BLOCK_FIELDS, fields), ...inside].join()
}

function logsOf(logs: readonly unknown[]): string {
  return logs
    .map((log) => told(LOG_FIELDS, (log ?? {}) as Fields))
    .sort()
    .join()
}

function told(names: readonly string[], fields: Fields): string {
  return meaning(names.map((name) => fields[name] ?? null))
}

function meaning(value: unknown): string {
  return JSON.stringify(value).toLowerCase()
}

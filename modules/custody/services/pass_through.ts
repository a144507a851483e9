import { RpcError } from '../chain/errors.ts'
import type { HttpProvider } from '../chain/http_provider.ts'

interface JsonRpcAnswer {
  jsonrpc: '2.0'
  id: string | number | null
  result?: unknown
  error?: { code: number; message: string; data?: string }
}

const MAX_BATCH = 100
const ALLOWED = /^(eth|net|web3)_[a-zA-Z0-9_]+$/
/**
 * The node's own accounts, and its habit of accepting transactions without a signature, would let
 * any caller act as anybody, the operator included.
 */
const SIGNED_BY_THE_NODE = /^eth_(accounts|send(?!RawTransaction$)|sign)/

/**
 * Hands the JSON-RPC request of a wallet or script to the node and its answer back. Single or batch.
 *
 * @param text the request body as it came
 */
export async function passThrough(
  provider: HttpProvider,
  text: string
): Promise<JsonRpcAnswer | JsonRpcAnswer[]> {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return failure(null, -32700, 'The body is not JSON')
  }
  if (!Array.isArray(body)) return answerOne(provider, body)
  if (body.length === 0 || body.length > MAX_BATCH) {
    return failure(null, -32600, `A batch holds 1 to ${MAX_BATCH} requests`)
  }
  return Promise.all(body.map((request: unknown) => answerOne(provider, request)))
}

async function answerOne(provider: HttpProvider, request: unknown): Promise<JsonRpcAnswer> {
  const { id, method, params } = (request ?? {}) as Record<string, unknown>
  const answerId = typeof id === 'string' || typeof id === 'number' ? id : null
  if (typeof method !== 'string') return failure(answerId, -32600, 'The request names no method')
  if (!ALLOWED.test(method) || SIGNED_BY_THE_NODE.test(method)) {
    return failure(
      answerId,
      -32601,
      `${method} is not passed through; sign locally and use eth_sendRawTransaction`
    )
  }
  if (params !== undefined && !Array.isArray(params)) {
    return failure(answerId, -32602, 'params must be a list')
  }
  try {
    const result = await forward(provider, method, params ?? [])
    return { jsonrpc: '2.0', id: answerId, result: result ?? null }
  } catch (error) {
    if (!(error instanceof RpcError))
      return failure(answerId, -32603, 'The chain cannot be reached')
    const { code, message, data } = error
    return { jsonrpc: '2.0', id: answerId, error: { code, message, ...(data ? { data } : {}) } }
  }
}

/** A send goes out once: after a lost answer the caller, who has the hash, looks it up. */
async function forward(provider: HttpProvider, method: string, params: unknown[]) {
  if (method !== 'eth_sendRawTransaction') return provider.request(method, params)
  const outcomes = await provider.sendToAll({ method, params })
  const best = outcomes.find(({ ok }) => ok) ?? outcomes[0]!
  if (!best.ok) throw best.error
  return best.result
}

function failure(id: string | number | null, code: number, message: string): JsonRpcAnswer {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

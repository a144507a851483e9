import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { pluck } from '#tests/support/client'
import { askByHttp } from '#tests/support/http'

/**
 * What a node, or whatever stands before it, does wrong. `lost`: it works and the answer does not
 * arrive. `reset`: the connection breaks within the answer. `twice`: the node gets the request twice.
 * `stale`: it knows less of the chain than others do.
 */
export const RPC_FAULTS = [
  'down',
  'too_many',
  'server_error',
  'html',
  'slow',
  'reset',
  'lost',
  'twice',
  'stale',
] as const
export type RpcFault = (typeof RPC_FAULTS)[number]

/** What a node says to a transaction instead of taking it, or, `delivered`, although it has taken it. */
export interface SendRefusal {
  message: string
  delivered: boolean
}

interface RpcCall {
  id?: unknown
  method: string
  params?: unknown[]
}

interface RpcAnswer {
  id?: unknown
  result?: unknown
}

const SLOW_MS = 400
const STALE_BLOCKS = 2
const SEND = 'eth_sendRawTransaction'
const JSON_TYPE = { 'content-type': 'application/json' }

/**
 * Stands before the node of this process: every request of the service to it goes through here, over
 * real sockets, until `stop`.
 */
export class FaultyRpc {
  /** Asked for every request; null lets it through unharmed. */
  choose: (methods: readonly string[]) => RpcFault | null = () => null
  /** Asked for every transaction that is sent; null lets it through. */
  refuseSend: () => SendRefusal | null = () => null
  /** What the caller gets instead of the node's result. */
  alter: (method: string, result: unknown) => unknown = (_method, result) => result
  /** How often each fault has happened. */
  readonly happened = new Map<RpcFault, number>()
  #server: Server = http.createServer((request, response) => {
    // A caller that gave up has closed the connection: nobody is left to answer.
    this.#serve(request, response).catch(() => response.destroy())
  })
  readonly #request = http.request

  /** @param node where requests end up; another one may take its place at any time */
  private constructor(public node: string) {}

  static async before(node: string): Promise<FaultyRpc> {
    const proxy = new FaultyRpc(node)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.#server.address() as AddressInfo
    const { origin } = new URL(node)
    replaceRequest(((to: unknown, ...rest: [object]) => {
      // The service names its node by a URL.
      const isToNode = to instanceof URL && to.origin === origin
      return proxy.#request((isToNode ? `http://127.0.0.1:${port}` : to) as string, ...rest)
    }) as typeof http.request)
    return proxy
  }

  async stop() {
    replaceRequest(this.#request)
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request)
    const parsed = JSON.parse(body) as RpcCall | RpcCall[]
    const calls = Array.isArray(parsed) ? parsed : [parsed]
    const fault = this.choose(pluck(calls, 'method'))
    if (fault) this.happened.set(fault, (this.happened.get(fault) ?? 0) + 1)
    if (fault && unanswered(fault, response)) return
    if (fault === 'slow') await delay(SLOW_MS)
    if (fault === 'twice') await this.#forward(body)
    const refusal = calls[0]?.method === SEND ? this.refuseSend() : null
    if (refusal) {
      if (refusal.delivered) await this.#forward(body)
      const error = { code: -32000, message: refusal.message }
      const refused = JSON.stringify({ jsonrpc: '2.0', id: calls[0]!.id, error })
      return void response.writeHead(200, JSON_TYPE).end(refused)
    }
    const answer = await this.#forward(body)
    if (fault === 'lost') return void response.destroy()
    if (fault === 'reset') {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': answer.length })
      response.write(answer.slice(0, answer.length / 2))
      return void setImmediate(() => response.destroy())
    }
    const shown = fault === 'stale' ? await this.#stale(calls, answer) : answer
    response.writeHead(200, JSON_TYPE).end(this.#altered(calls, shown))
  }

  #altered(calls: readonly RpcCall[], body: string): string {
    const parsed = JSON.parse(body) as RpcAnswer | RpcAnswer[]
    const one = (answer: RpcAnswer): RpcAnswer => {
      const method = calls.find(({ id }) => id === answer.id)?.method
      if (method === undefined || !('result' in answer)) return answer
      return { ...answer, result: this.alter(method, answer.result) }
    }
    return JSON.stringify(Array.isArray(parsed) ? parsed.map(one) : one(parsed))
  }

  async #forward(body: string): Promise<string> {
    // An address that is a text is not led back to here.
    const answer = await askByHttp('POST', this.node, JSON_TYPE, body)
    return answer.text
  }

  /** Answers about the newest block as a node gives them that has not seen it yet. */
  async #stale(calls: readonly RpcCall[], body: string): Promise<string> {
    const parsed = JSON.parse(body) as RpcAnswer | RpcAnswer[]
    const answers = Array.isArray(parsed) ? parsed : [parsed]
    const changed = await Promise.all(
      answers.map(async (answer) => {
        const call = calls.find(({ id }) => id === answer.id)
        return call ? this.#staleAnswer(call, answer) : answer
      })
    )
    return JSON.stringify(Array.isArray(parsed) ? changed : changed[0])
  }

  async #staleAnswer({ method, params }: RpcCall, answer: RpcAnswer): Promise<RpcAnswer> {
    if (method === 'eth_blockNumber') {
      return { ...answer, result: older(answer.result as string) }
    }
    if (method === 'eth_getTransactionReceipt') return { ...answer, result: null }
    if (method !== 'eth_getBlockByNumber' || params?.[0] !== 'latest') return answer
    const { number } = answer.result as { number: string }
    const call = { jsonrpc: '2.0', id: 0, method, params: [older(number), params[1]] }
    const { result } = JSON.parse(await this.#forward(JSON.stringify(call))) as RpcAnswer
    return { ...answer, result }
  }
}

/** The service has imported it by its name. */
function replaceRequest(request: typeof http.request) {
  Object.assign(http, { request })
  syncBuiltinESMExports()
}

function older(block: string): string {
  return `0x${Math.max(0, Number(block) - STALE_BLOCKS).toString(16)}`
}

/** @returns whether the node never hears of the request */
function unanswered(fault: RpcFault, response: ServerResponse): boolean {
  switch (fault) {
    case 'down':
      response.destroy()
      return true
    case 'too_many':
      response.writeHead(429, { 'retry-after': '1' }).end()
      return true
    case 'server_error':
      response.writeHead(503).end('upstream')
      return true
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please wait</html>')
      return true
    default:
      return false
  }
}

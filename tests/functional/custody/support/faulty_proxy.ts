import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** `before`: the node never hears of the call; `after`: it does, and only the answer is lost. */
export type Fault = 'before' | 'after'

export interface ProxiedCall {
  method: string
  params: unknown[]
}

interface ProxiedAnswer {
  id: unknown
  result?: unknown
  error?: { code: number; message: string }
}

/** A JSON-RPC proxy that cuts chosen calls, refuses them, or changes what the node says. */
export class FaultyProxy {
  /** Asked for every request that carries the method; null lets it through. */
  faultOf: (method: string) => Fault | null = () => null
  /** The text of an error with which the call is refused; null passes it on. */
  refusalOf: (call: ProxiedCall) => string | null = () => null
  /** What the caller gets instead of the node's result. */
  alter: (call: ProxiedCall, result: unknown) => unknown = (_call, result) => result
  #server: Server = createServer((request, response) => void this.#serve(request, response))

  private constructor(private target: string) {}

  static async to(target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get url() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop() {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request)
    const parsed: unknown = JSON.parse(body)
    const calls = (Array.isArray(parsed) ? parsed : [parsed]) as (ProxiedCall & { id: unknown })[]
    const fault = calls.map(({ method }) => this.faultOf(method)).find((found) => found !== null)
    if (fault === 'before') return void response.destroy()
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(this.target, { method: 'POST', headers, body })
    const result = await answer.text()
    if (fault === 'after') return void response.destroy()
    response.writeHead(answer.status, headers).end(this.#changed(calls, result))
  }

  #changed(calls: readonly (ProxiedCall & { id: unknown })[], body: string): string {
    const parsed = JSON.parse(body) as ProxiedAnswer | ProxiedAnswer[]
    const byId = new Map(calls.map((call) => [call.id, call]))
    const one = (answer: ProxiedAnswer): ProxiedAnswer => {
      const call = byId.get(answer.id)
      if (!call || answer.error) return answer
      const message = this.refusalOf(call)
      if (message)
        return { jsonrpc: '2.0', id: answer.id, error: { code: -32005, message } } as never
      return { ...answer, result: this.alter(call, answer.result) }
    }
    return JSON.stringify(Array.isArray(parsed) ? parsed.map(one) : one(parsed))
  }
}

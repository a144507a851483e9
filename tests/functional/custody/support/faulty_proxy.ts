import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { askByHttp } from '#tests/support/http'
import { LocalServer } from '#tests/support/local_server'

/** `before`: the node never hears of the call; `after`: it does, and only the answer is lost. */
export type Fault = 'before' | 'after'

export interface ProxiedCall {
  method: string
  params: unknown[]
}

interface Refusal {
  code: number
  message: string
  data?: string
}

interface ProxiedAnswer {
  id: unknown
  result?: unknown
  error?: Refusal
}

/** A JSON-RPC proxy that cuts chosen calls, refuses them, or changes what the node says. */
export class FaultyProxy extends LocalServer {
  /** Asked for every request that carries the method; null lets it through. */
  faultOf: (method: string) => Fault | null = () => null
  /** The error with which the call is refused, or its text; null passes it on. */
  refusalOf: (call: ProxiedCall) => string | Refusal | null = () => null
  /** What the caller gets instead of the node's result. */
  alter: (call: ProxiedCall, result: unknown) => unknown = (_call, result) => result

  private constructor(private target: string) {
    super()
  }

  static to(target: string): Promise<FaultyProxy> {
    return new FaultyProxy(target).listen()
  }

  protected async serve(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request)
    const parsed: unknown = JSON.parse(body)
    const calls = (Array.isArray(parsed) ? parsed : [parsed]) as (ProxiedCall & { id: unknown })[]
    const fault = calls.map(({ method }) => this.faultOf(method)).find((found) => found !== null)
    if (fault === 'before') return void response.destroy()
    const headers = { 'content-type': 'application/json' }
    // At the end of a test the node may stop before the last call has its answer.
    const answer = await askByHttp('POST', this.target, headers, body).catch(() => null)
    if (!answer || fault === 'after') return void response.destroy()
    response.writeHead(answer.status, headers).end(this.#changed(calls, answer.text))
  }

  #changed(calls: readonly (ProxiedCall & { id: unknown })[], body: string): string {
    const parsed = JSON.parse(body) as ProxiedAnswer | ProxiedAnswer[]
    const byId = new Map(calls.map((call) => [call.id, call]))
    const one = (answer: ProxiedAnswer): ProxiedAnswer => {
      const call = byId.get(answer.id)
      if (!call || answer.error) return answer
      const refusal = this.refusalOf(call)
      if (refusal) {
        const error = typeof refusal === 'string' ? { code: -32005, message: refusal } : refusal
        return { jsonrpc: '2.0', id: answer.id, error } as never
      }
      return { ...answer, result: this.alter(call, answer.result) }
    }
    return JSON.stringify(Array.isArray(parsed) ? parsed.map(one) : one(parsed))
  }
}

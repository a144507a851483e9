import { setTimeout as delay } from 'node:timers/promises'
import { ChainUnreachable, WrongChain } from './errors.ts'
import { Endpoint, type EndpointTimes, type RpcCall, type RpcOutcome } from './endpoint.ts'

export interface HttpProviderOptions {
  /** Tried in this order for reads; every one gets every send. */
  urls: readonly string[]
  /** A node that answers with another chain id is never used. */
  chainId: number
  readTimeoutMs?: number
  sendTimeoutMs?: number
  /** Rounds over all URLs before a read gives up. */
  readRounds?: number
  /** Source of time and jitter; tests replace it. */
  times?: EndpointTimes
}

/**
 * JSON-RPC over HTTP to one or several nodes of the same chain. Reads are repeated on transport
 * failures; sends never are, because a lost answer does not mean a lost transaction.
 */
export class HttpProvider {
  readonly #endpoints: Endpoint[]
  readonly #readTimeoutMs: number
  readonly #sendTimeoutMs: number
  readonly #readRounds: number
  readonly #random: () => number

  constructor(private options: HttpProviderOptions) {
    const times = options.times ?? { nowMs: () => performance.now(), random: Math.random }
    this.#endpoints = options.urls.map((url) => new Endpoint(url, options.chainId, times))
    this.#readTimeoutMs = options.readTimeoutMs ?? 5_000
    this.#sendTimeoutMs = options.sendTimeoutMs ?? 10_000
    this.#readRounds = options.readRounds ?? 2
    this.#random = times.random
  }

  /**
   * @throws RpcError when the node refuses the call
   * @throws ChainUnreachable when no node answers
   * @throws WrongChain when the nodes that answer belong to another chain
   */
  async request(method: string, params: unknown[] = []): Promise<unknown> {
    const [outcome] = await this.batch([{ method, params }])
    if (!outcome!.ok) throw outcome!.error
    return outcome!.result
  }

  /** All calls in one HTTP request to one node; the outcomes keep the order of the calls. */
  async batch(calls: readonly RpcCall[]): Promise<RpcOutcome[]> {
    let lastError: unknown = new ChainUnreachable('no URL is configured')
    for (let round = 0; round < this.#readRounds; round++) {
      if (round > 0) await delay(50 * 2 ** round * (0.5 + this.#random()))
      for (const endpoint of this.#endpoints) {
        try {
          return await endpoint.post(calls, this.#readTimeoutMs)
        } catch (error) {
          lastError = error
        }
      }
      // Waiting does not change which chain a node belongs to.
      if (lastError instanceof WrongChain) break
    }
    throw lastError
  }

  /** One call to every URL, once each; an outcome per URL, in order. */
  async sendToAll(call: RpcCall): Promise<(RpcOutcome | { ok: false; error: Error })[]> {
    return Promise.all(
      this.#endpoints.map(async (endpoint) => {
        try {
          const [outcome] = await endpoint.post([call], this.#sendTimeoutMs)
          return outcome!
        } catch (error) {
          return { ok: false as const, error: error as Error }
        }
      })
    )
  }

  get chainId(): number {
    return this.options.chainId
  }
}

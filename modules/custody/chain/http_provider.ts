import { setTimeout as delay } from 'node:timers/promises'
import {
  agreedHeight,
  agreedOutcome,
  contradicts,
  isVotedOn,
  pinned,
  tagsOf,
  upTo,
} from './agreement.ts'
import { ChainUnreachable, NodesDisagree, WrongChain } from './errors.ts'
import { Endpoint, type EndpointTimes, type RpcCall, type RpcOutcome } from './endpoint.ts'

export interface HttpProviderOptions {
  /** Tried in this order for reads; every one gets every send. */
  urls: readonly string[]
  /** A node that answers with another chain id is never used. */
  chainId: number
  /** How many nodes have to give the same answer before one is believed; 1 when absent. */
  needed?: number
  /** Told when too few nodes answer alike, once until a minute has passed without it. */
  onDisagreement?: (error: NodesDisagree) => void
  /** Told of the first answer of a node that enough others contradict. */
  onOutvoted?: (about: { node: string; method: string }) => void
  readTimeoutMs?: number
  sendTimeoutMs?: number
  /** Rounds over all URLs before a read gives up. */
  readRounds?: number
  /** Source of time and jitter; tests replace it. */
  times?: EndpointTimes
}

/** How an answer is to be believed. */
export interface Asked {
  /** Every node has to say the same, and not only enough of them. */
  byAll?: boolean
}

interface NodeAnswer {
  node: string
  outcomes: RpcOutcome[]
}

const NO_URL = 'no URL is configured'
/** How long slower nodes may still say how long the chain is, once enough have said so. */
const GRACE_MS = 200
/** How long a disagreement counts as one of now. */
const DISAGREEMENT_MS = 60_000

/**
 * JSON-RPC over HTTP to one or several nodes of the same chain. Reads are repeated on transport
 * failures; sends never are, because a lost answer does not mean a lost transaction.
 */
export class HttpProvider {
  readonly #endpoints: Endpoint[]
  /** Where each stands, by its place in the settings and without what may be a secret in its address. */
  readonly #names: string[]
  readonly #readTimeoutMs: number
  readonly #sendTimeoutMs: number
  readonly #readRounds: number
  readonly #times: EndpointTimes
  readonly #needed: number
  #disagreement: { error: NodesDisagree; untilMs: number } | null = null
  /** Reads of this process that too few nodes answered alike, by method. */
  readonly disagreements: Record<string, number> = {}
  /** Answers of each node that enough others contradicted, by its place in the settings. */
  readonly outvoted: Record<string, number> = {}

  constructor(private options: HttpProviderOptions) {
    const times = options.times ?? { nowMs: () => performance.now(), random: Math.random }
    // A node that is named twice has one voice.
    const urls = [...new Set(options.urls.map((url) => new URL(url).href))]
    this.#endpoints = urls.map((url) => new Endpoint(url, options.chainId, times))
    this.#names = urls.map((url, index) => `${index + 1} ${new URL(url).hostname}`)
    this.#needed = options.needed ?? 1
    this.#readTimeoutMs = options.readTimeoutMs ?? 5_000
    this.#sendTimeoutMs = options.sendTimeoutMs ?? 10_000
    this.#readRounds = options.readRounds ?? 2
    this.#times = times
  }

  /**
   * @throws RpcError when the node refuses the call
   * @throws ChainUnreachable when no node answers
   * @throws WrongChain when the nodes that answer belong to another chain
   */
  async request(method: string, params: unknown[] = [], asked: Asked = {}): Promise<unknown> {
    const [outcome] = await this.batch([{ method, params }], asked)
    if (!outcome!.ok) throw outcome!.error
    return outcome!.result
  }

  /**
   * All calls in one HTTP request to a node; the outcomes keep the order of the calls. Where several
   * nodes have to agree, all of them are asked about the same blocks.
   *
   * @throws NodesDisagree when too few of them answer alike
   */
  async batch(calls: readonly RpcCall[], { byAll = false }: Asked = {}): Promise<RpcOutcome[]> {
    const needed = byAll ? this.#endpoints.length : this.#needed
    const voted = needed > 1 && calls.some(isVotedOn)
    return this.#inRounds(() => (voted ? this.#agreed(calls, needed) : this.#first(calls)))
  }

  /**
   * What each node says of something that every one reckons in its own way, as many of them as have to
   * agree on anything else, and who else answers soon; the first one where one alone is believed.
   */
  async each(call: RpcCall): Promise<RpcOutcome[]> {
    const needed = this.#needed
    if (needed === 1) return this.batch([call])
    const enough = (answers: NodeAnswer[]) => answers.length >= needed
    return this.#inRounds(async () => {
      const answers = await this.#gather([call], needed, enough, GRACE_MS)
      return answers.map(({ outcomes }) => outcomes[0]!)
    })
  }

  /** The newest read of the last minute that too few nodes answered alike. */
  get disagreement(): NodesDisagree | null {
    const { error = null, untilMs = 0 } = this.#disagreement ?? {}
    return this.#times.nowMs() < untilMs ? error : null
  }

  async #first(calls: readonly RpcCall[]): Promise<RpcOutcome[]> {
    let lastError: unknown = null
    for (const endpoint of this.#endpoints) {
      try {
        return await endpoint.post(calls, this.#readTimeoutMs)
      } catch (error) {
        lastError = error
      }
    }
    throw lastError ?? new ChainUnreachable(NO_URL)
  }

  async #agreed(calls: readonly RpcCall[], needed: number): Promise<RpcOutcome[]> {
    const tags = [...new Set(calls.flatMap(tagsOf))]
    const blocks = tags.length === 0 ? new Map<string, string>() : await this.#heights(tags, needed)
    const asked = calls.map((call) =>
      call.method === 'eth_blockNumber' ? blockOf('latest', blocks) : pinned(call, blocks)
    )
    const head = blocks.get('latest')
    const judge = (answers: readonly NodeAnswer[]) =>
      asked.map((call, index) => {
        const outcomes = answers.map((answer) => upTo(call, answer.outcomes[index]!, head))
        return agreedOutcome(call, outcomes, needed)
      })
    const decided = (answers: NodeAnswer[]) => judge(answers).every((outcome) => outcome !== null)
    const answers = await this.#gather(asked, needed, decided, 0)
    return judge(answers).map((outcome, index) => {
      const { method } = calls[index]!
      if (!outcome) throw this.#disagree(new NodesDisagree(method, needed, answers.length))
      for (const { node, outcomes } of answers) {
        const told = upTo(asked[index]!, outcomes[index]!, head)
        if (contradicts(asked[index]!, told, outcome)) this.#outvote(node, method)
      }
      if (method !== 'eth_blockNumber' || !outcome.ok) return outcome
      return { ok: true, result: head }
    })
  }

  /** The newest block of each kind that enough nodes have. */
  async #heights(tags: readonly string[], needed: number): Promise<Map<string, string>> {
    const calls = tags.map((tag) => blockOf(tag, new Map()))
    const enough = (answers: NodeAnswer[]) => answers.length >= needed
    const answers = await this.#gather(calls, needed, enough, GRACE_MS)
    const heights = new Map<string, string>()
    for (const [index, tag] of tags.entries()) {
      const told = answers.map(({ outcomes }) => outcomes[index]!)
      const height = agreedHeight(told, needed)
      if (height !== null) heights.set(tag, height)
      else if (tag === 'latest') throw new ChainUnreachable('too few nodes tell their head')
    }
    return heights
  }

  /**
   * The answers of all nodes, or of those that came until `graceMs` after they were enough: one that is
   * silent must not hold up the others.
   */
  async #gather(
    calls: readonly RpcCall[],
    needed: number,
    enough: (answers: NodeAnswer[]) => boolean,
    graceMs: number
  ): Promise<NodeAnswer[]> {
    const answers: NodeAnswer[] = []
    let lastError: unknown = null
    let open = this.#endpoints.length
    await new Promise<void>((resolve) => {
      for (const [index, endpoint] of this.#endpoints.entries()) {
        const node = this.#names[index]!
        void endpoint
          .post(calls, this.#readTimeoutMs)
          .then(
            (outcomes) => void answers.push({ node, outcomes }),
            (error: unknown) => (lastError = error)
          )
          .then(() => {
            open--
            if (open === 0) resolve()
            else if (enough(answers)) setTimeout(resolve, graceMs)
          })
      }
    })
    if (answers.length >= needed) return [...answers]
    if (answers.length === 0) throw lastError ?? new ChainUnreachable(NO_URL)
    const { length } = answers
    throw new ChainUnreachable(`${length} nodes answer, and ${needed} have to agree`)
  }

  #outvote(node: string, method: string) {
    this.outvoted[node] = (this.outvoted[node] ?? 0) + 1
    if (this.outvoted[node] === 1) this.options.onOutvoted?.({ node, method })
  }

  #disagree(error: NodesDisagree): NodesDisagree {
    this.disagreements[error.method] = (this.disagreements[error.method] ?? 0) + 1
    if (!this.disagreement) this.options.onDisagreement?.(error)
    this.#disagreement = { error, untilMs: this.#times.nowMs() + DISAGREEMENT_MS }
    return error
  }

  async #inRounds(read: () => Promise<RpcOutcome[]>): Promise<RpcOutcome[]> {
    let lastError: unknown
    for (let round = 0; round < this.#readRounds; round++) {
      if (round > 0) await delay(50 * 2 ** round * (0.5 + this.#times.random()))
      try {
        return await read()
      } catch (error) {
        lastError = error
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

function blockOf(tag: string, blocks: ReadonlyMap<string, string>): RpcCall {
  return { method: 'eth_getBlockByNumber', params: [blocks.get(tag) ?? tag, false] }
}

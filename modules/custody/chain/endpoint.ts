import { ChainUnreachable, RpcError, WrongChain } from './errors.ts'
import { postJson } from './post_json.ts'

export interface RpcCall {
  method: string
  params: unknown[]
}

export type RpcOutcome = { ok: true; result: unknown } | { ok: false; error: RpcError }

export interface EndpointTimes {
  nowMs(): number
  /** In [0, 1). */
  random(): number
}

interface RpcAnswer {
  id?: unknown
  result?: unknown
  error?: { code?: number; message?: string; data?: unknown }
}

/** Failures in a row that open the circuit, and how long it stays open. */
const FAILURES_TO_OPEN = 3
const OPEN_MS = 2_000
/** A node on the wrong chain is asked again only rarely. */
const WRONG_CHAIN_MS = 10_000
/** In bytes; the longest answers are a few thousand events. */
const LONGEST_ANSWER = 64_000_000

/**
 * One node. Verifies its chain id before the first call and after every interruption, and stops
 * asking for a while once it keeps failing, so that a dead node does not cost every caller a timeout.
 */
export class Endpoint {
  #failures = 0
  #openUntilMs = 0
  #verified = false
  #wrong: { error: WrongChain; untilMs: number } | null = null

  constructor(
    private url: string,
    private chainId: number,
    private times: EndpointTimes
  ) {}

  /**
   * @throws ChainUnreachable on transport failures, non-JSON bodies and while the circuit is open
   * @throws WrongChain
   */
  async post(calls: readonly RpcCall[], timeoutMs: number): Promise<RpcOutcome[]> {
    const now = this.times.nowMs()
    if (this.#wrong && now < this.#wrong.untilMs) throw this.#wrong.error
    if (now < this.#openUntilMs) throw new ChainUnreachable('the node failed repeatedly')
    if (!this.#verified) await this.#verify(timeoutMs)
    const outcomes = await this.#exchange(calls, timeoutMs)
    // Not already after the chain id: a node may answer that and fail everything else.
    this.#failures = 0
    return outcomes
  }

  async #verify(timeoutMs: number) {
    const [outcome] = await this.#exchange([{ method: 'eth_chainId', params: [] }], timeoutMs)
    if (!outcome!.ok) throw new ChainUnreachable('the node does not tell its chain id')
    const actual = Number(outcome!.result)
    if (actual !== this.chainId) {
      const error = new WrongChain(this.chainId, actual)
      this.#wrong = { error, untilMs: this.times.nowMs() + WRONG_CHAIN_MS }
      throw error
    }
    this.#wrong = null
    this.#verified = true
  }

  async #exchange(calls: readonly RpcCall[], timeoutMs: number): Promise<RpcOutcome[]> {
    try {
      return await this.#ask(calls, timeoutMs)
    } catch (error) {
      this.#noteFailure()
      throw error
    }
  }

  #noteFailure() {
    // Whatever answers next behind this URL may be another node, of another chain.
    this.#verified = false
    this.#failures++
    if (this.#failures < FAILURES_TO_OPEN) return
    this.#openUntilMs = this.times.nowMs() + OPEN_MS * (0.75 + this.times.random() / 2)
  }

  async #ask(calls: readonly RpcCall[], timeoutMs: number): Promise<RpcOutcome[]> {
    const requests = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
    let body: unknown
    try {
      const asked = requests.length === 1 ? requests[0]! : requests
      const bounds = { withinMs: timeoutMs, most: LONGEST_ANSWER }
      const { status, text } = await postJson(this.url, asked, bounds)
      if (status === 429 || status >= 500) throw new Error(`HTTP status ${status}`)
      body = JSON.parse(text)
    } catch (error) {
      throw new ChainUnreachable(reasonOf(error), error)
    }
    return inOrder(body, calls.length)
  }
}

/** Nodes may answer a batch in any order; a missing or foreign answer makes the whole batch unusable. */
function inOrder(body: unknown, count: number): RpcOutcome[] {
  const answers = (Array.isArray(body) ? body : [body]) as RpcAnswer[]
  const byId = new Map(answers.map((answer) => [answer?.id, answer]))
  return Array.from({ length: count }, (_, id) => {
    const answer = byId.get(id)
    if (!answer || (answer.error === undefined && answer.result === undefined)) {
      throw new ChainUnreachable('the answer is not JSON-RPC')
    }
    return outcomeOf(answer)
  })
}

function outcomeOf(answer: RpcAnswer): RpcOutcome {
  if (!answer.error) return { ok: true, result: answer.result }
  const { code = 0, message = 'no message', data } = answer.error
  return { ok: false, error: new RpcError(code, message, revertData(data)) }
}

/** Nodes put revert data directly in `data` or one level below. */
function revertData(data: unknown): string | null {
  if (typeof data === 'string') return data
  if (typeof data === 'object' && data !== null && 'data' in data) return revertData(data.data)
  return null
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  if (error.name === 'TimeoutError') return 'no answer in time'
  return (error as NodeJS.ErrnoException).code ?? error.message
}

import { ServiceClient } from '../bench/service_client.ts'

const REQUEST_MS = 40_000
const PAUSE_MS = 100
/** What an answer says that may be asked again with the same operation path. */
const AGAIN = new Set([0, 429, 502, 503, 504])
const AMOUNT = '3'
/** Objects with plenty of money, among which value moves. */
const ACCOUNTS = 32

type Kind = 'create' | 'deposit' | 'transfer'

/** One operation that was acknowledged. */
interface Acknowledged {
  kind: Kind
  id: string
  object: string
  other: string
}

/** What a stretch of load was like for its callers. */
export interface Stretch {
  seconds: number
  acknowledged: number
  /** Answers and lost connections after which the caller asked again. */
  again: number
  /** The longest time in which nobody was acknowledged, in seconds. */
  stall: number
}

/**
 * Callers of both servers, who repeat what was not answered with the same operation path, as
 * `docs/retries.md` tells them.
 */
export class Traffic {
  readonly acknowledged = new Map<string, Acknowledged>()
  /** Answers that no fault explains. */
  readonly wrong = new Map<string, number>()
  #sent = 0
  #accounts: string[] = []

  private constructor(
    private urls: readonly string[],
    readonly realmId: string,
    private headers: Record<string, string>
  ) {}

  static async open(urls: readonly string[]): Promise<Traffic> {
    const client = new ServiceClient(urls[0]!)
    await client.signIn()
    const traffic = new Traffic(urls, client.realmId, client.headers)
    traffic.#accounts = await client.fundedObjects(ACCOUNTS)
    return traffic
  }

  /**
   * @param mix what the callers ask for, by turns
   * @param isOver asked before each request, with how many were acknowledged since the beginning
   */
  async run(
    mix: readonly Kind[],
    callers: number,
    isOver: (acknowledged: number) => boolean
  ): Promise<Stretch> {
    const before = this.acknowledged.size
    const since = performance.now()
    let last = since
    let stall = 0
    let again = 0
    const loop = async (_: unknown, caller: number) => {
      for (let turn = caller; !isOver(this.acknowledged.size - before); turn++) {
        const times = await this.#one(mix[turn % mix.length]!, caller)
        again += times
        const now = performance.now()
        stall = Math.max(stall, now - last)
        last = now
      }
    }
    await Promise.all(Array.from({ length: callers }, loop))
    const seconds = (performance.now() - since) / 1000
    const acknowledged = this.acknowledged.size - before
    return { seconds, acknowledged, again, stall: stall / 1000 }
  }

  /** What became of all that was acknowledged. */
  verdict(rows: readonly { id: string; state: string }[]) {
    const states = new Map(rows.map(({ id, state }) => [id, state]))
    const found = [...this.acknowledged.values()].map(({ id }) => states.get(id))
    const among = (state: string | undefined) => found.filter((each) => each === state).length
    return { lost: among(undefined), pending: among('pending'), completed: among('completed') }
  }

  /** Asks again for some that were acknowledged. @returns how many were answered with another operation */
  async repeated(most: number): Promise<number> {
    let others = 0
    for (const [key, { kind, id, object, other }] of [...this.acknowledged].slice(0, most)) {
      const [address, body] = requestOf(kind, object, other)
      const again = await this.#post(this.urls[0]!, address, body, key)
      if (again.id !== id) others++
    }
    return others
  }

  /** @returns how often it had to ask again */
  async #one(kind: Kind, caller: number): Promise<number> {
    const number = ++this.#sent
    const key = `cluster-${number}`
    const object = kind === 'create' ? `/new/${number}` : this.#account(number)
    const other = this.#account(number + 1)
    const [address, body] = requestOf(kind, object, other)
    for (let attempt = 0; ; attempt++) {
      const url = this.urls[(caller + attempt) % this.urls.length]!
      const { status, id, text } = await this.#post(url, address, body, key)
      if (id !== null) {
        this.acknowledged.set(key, { kind, id, object, other })
        return attempt
      }
      if (!AGAIN.has(status)) {
        const answer = `${kind} ${status} ${text.slice(0, 160)}`
        this.wrong.set(answer, (this.wrong.get(answer) ?? 0) + 1)
        return attempt
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }

  async #post(url: string, address: string, body: object, key: string) {
    try {
      const answer = await fetch(`${url}/api/v1${address}`, {
        method: 'POST',
        headers: { ...this.headers, 'idempotency-key': key },
        body: JSON.stringify({ realmId: this.realmId, ...body }),
        signal: AbortSignal.timeout(REQUEST_MS),
      })
      const text = await answer.text()
      const parsed = answer.ok ? (JSON.parse(text) as Answer) : null
      return { status: answer.status, id: parsed?.data.operation.id ?? null, text }
    } catch (error) {
      return { status: 0, id: null, text: String(error) }
    }
  }

  #account(number: number): string {
    return this.#accounts[number % this.#accounts.length]!
  }
}

interface Answer {
  data: { operation: { id: string } }
}

function requestOf(kind: Kind, object: string, other: string): [address: string, body: object] {
  if (kind === 'create') return ['/objects', { path: object }]
  if (kind === 'deposit') return ['/fund-account', { objectPath: object, amount: AMOUNT }]
  return ['/transfer', { sourceObjectPath: object, targetObjectPath: other, amount: '0.10' }]
}

import { setTimeout as delay } from 'node:timers/promises'
import type { Memory } from './memory.ts'

const SETTLE_ATTEMPTS = 400
const SETTLE_PAUSE_MS = 50

// The parsed answer of whatever endpoint was asked.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Answered = any

/** The builder that the fuzzer is, with realms that hold something of everything. */
export class World {
  /** Of the builder, unrestricted. */
  own = ''
  /** Of an API key that may only read. */
  reader = ''

  constructor(
    private baseUrl: string,
    private memory: Memory,
    private email: string
  ) {}

  /** Signs in; also again when the session has ended. */
  async signIn() {
    const identity = await this.#post('/dev/identity/token', { email: this.email, name: 'Fuzz' })
    const { token } = (
      await this.#post('/api/v1/auth/google', {
        googleIdToken: identity.idToken ?? identity.data.idToken,
        orgName: 'Fuzz',
      })
    ).data
    this.own = token
  }

  /** A paper and a live realm, and a key that reads. */
  async furnish() {
    const paper = await this.#realm({ name: 'Fuzz' })
    for (const name of ['a', 'b', 'c']) await this.#object(paper, `/fuzz/${name}`, '5000')
    const exchange = await this.#object(paper, '/fuzz/exchange', null, { type: 'exchange' })
    await this.#settled(
      await this.#post('/api/v1/transfer', {
        realmId: paper,
        path: '/op/fuzz/margin',
        sourceObjectPath: '/fuzz/a',
        targetObjectPath: '/fuzz/exchange',
        amount: '2000',
      })
    )
    await this.#move(paper)
    await this.#post('/api/v1/isolation-zones', { realmId: paper, path: '/fuzz/vault' })
    await this.#object(paper, '/fuzz/vault/d', '50')
    const link = { realmId: paper, type: 'deposit', objectPath: '/fuzz/a', amount: '5' }
    const asked = await this.#post('/api/v1/payment-links', { ...link, path: '/op/fuzz/link' })
    this.memory.add('pays', asked.data.paymentLink.token)
    const hook = { realmId: paper, url: 'https://receiver.invalid/' }
    const { webhook } = (await this.#post('/api/v1/webhooks', hook)).data
    await this.#post(`/api/v1/webhooks/${webhook.id}/test`, {})
    await this.#post('/api/v1/monitors', {
      realmId: paper,
      objectPath: '/fuzz/a',
      measure: 'equity',
      direction: 'below',
      threshold: '1',
    })
    await this.#post('/api/v1/schedules', {
      realmId: paper,
      path: '/op/fuzz/schedule',
      name: 'Fuzz',
      rule: 'FREQ=YEARLY',
      action: 'transfer',
      template: { sourceObjectPath: '/fuzz/a', targetObjectPath: '/fuzz/vault/d', amount: '1' },
    })
    await this.#compareFile(paper)
    await this.#post('/api/v1/aggregations/watch', {
      realmId: paper,
      sources: [{ type: 'prefix', value: '/fuzz/' }],
    })
    const market = { realmId: paper, market: 'vn:0:XRP', side: 'buy' }
    const base = `/api/v1/objects/${exchange}/exchange`
    const resting = { ...market, orderType: 'LIMIT', size: '20', price: '1' }
    await this.#post(`${base}/orders`, { ...resting, path: '/op/fuzz/order' })
    await this.#realm({ name: 'Fuzz live', asset: 'live', lifecycle: 'temporary' })
    const { data } = await this.#post('/api/v1/api-keys', { name: 'Fuzz', permissions: 'read' })
    this.reader = data.rawKey
  }

  /** A realm to delete: with the furnished one would go what every other case is about. */
  async spareRealm(): Promise<string> {
    const { data } = await this.#post('/api/v1/realms', { name: 'Fuzz spare' })
    return data.id
  }

  async #realm(body: Record<string, unknown>): Promise<string> {
    const { data } = await this.#post('/api/v1/realms', body)
    this.memory.add('realms', data.id)
    return data.id
  }

  /** What can be captured, released, extended and reversed; and a hold whose time is over, about which all of that is refused. */
  async #move(realmId: string) {
    const move = { sourceObjectPath: '/fuzz/b', targetObjectPath: '/fuzz/c', amount: '100' }
    for (const at of [1, 2, 3]) {
      const path = `/op/fuzz/moves/${at}`
      await this.#post('/api/v1/holds', { realmId, ...move, path, expiresInSeconds: 3600 })
      await this.#post('/api/v1/transfer', { realmId, ...move, path: `${path}/paid` })
      await this.#post('/api/v1/postings', { realmId, moves: [move], path: `${path}/posted` })
    }
    const brief = { ...move, path: '/op/fuzz/moves/brief', expiresInSeconds: 1 }
    await this.#settled(await this.#post('/api/v1/holds', { realmId, ...brief }), 'expired')
  }

  async #compareFile(realmId: string) {
    const body = new FormData()
    const mapping = JSON.stringify({ date: 'Date', amount: 'Amount' })
    const fields = { realmId, objectPath: '/fuzz/a', format: 'csv', mapping }
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('file', new File(['Date,Amount\n2026-01-02,5000.00\n'], 'fuzz.csv'))
    await this.#ask('/api/v1/reconciliations', { method: 'POST', body })
  }

  async #object(realmId: string, path: string, funds: string | null, more = {}): Promise<string> {
    const made = await this.#settled(
      await this.#post('/api/v1/objects', { realmId, path, ...more })
    )
    if (funds) {
      const deposit = { realmId, objectPath: path, amount: funds, path: `/op/fuzz/fund${path}` }
      await this.#settled(await this.#post('/api/v1/fund-account', deposit))
    }
    return made.data.object.id
  }

  async #settled(answer: Answered, end = 'completed'): Promise<Answered> {
    for (let attempt = 0; attempt < SETTLE_ATTEMPTS; attempt++) {
      const { data } = await this.#ask(`/api/v1/operations/${answer.data.operation.id}`)
      if (data.operation.state === end) return answer
      await delay(SETTLE_PAUSE_MS)
    }
    throw new Error(`The fuzzer's own operation does not end: ${JSON.stringify(answer)}`)
  }

  #post(path: string, body: object): Promise<Answered> {
    return this.#ask(path, { method: 'POST', body: JSON.stringify(body) })
  }

  async #ask(path: string, init: RequestInit = {}): Promise<Answered> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${this.own}`,
        ...(!(init.body instanceof FormData) && { 'content-type': 'application/json' }),
      },
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
    this.memory.learn(answer)
    return answer
  }
}

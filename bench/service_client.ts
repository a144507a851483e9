import { randomUUID } from 'node:crypto'

/** The little of the API that a benchmark needs. */
export class ServiceClient {
  #token = ''
  #refreshToken = ''
  realmId = ''

  constructor(readonly baseUrl: string) {}

  get headers(): Record<string, string> {
    return { 'authorization': `Bearer ${this.#token}`, 'content-type': 'application/json' }
  }

  /** The same caller at another address of the service, or in another realm. */
  with({ baseUrl = this.baseUrl, realmId = this.realmId }): ServiceClient {
    const other = new ServiceClient(baseUrl)
    other.#token = this.#token
    other.realmId = realmId
    return other
  }

  /** The same caller in a new realm with funded objects. */
  async inNewRealm(objects: number): Promise<ServiceClient> {
    const realm = await this.post('/api/v1/realms', { name: 'Bench' })
    const other = this.with({ realmId: realm.data.id })
    await other.fundedObjects(objects)
    return other
  }

  async signIn(): Promise<void> {
    const email = `bench-${randomUUID()}@example.com`
    const identity = await this.post('/dev/identity/token', { email, name: 'Bench' })
    const session = await this.post('/api/v1/auth/google', {
      googleIdToken: identity.idToken,
      orgName: 'Bench',
    })
    this.#keep(session)
    const realm = await this.post('/api/v1/realms', { name: 'Bench' })
    this.realmId = realm.data.id
  }

  /** A token of builders lives for fifteen minutes, and a run of several sections for longer. */
  async refresh(): Promise<void> {
    this.#keep(await this.post('/api/v1/auth/refresh', { refreshToken: this.#refreshToken }))
  }

  /** One credential of each kind that may transfer between the bench's objects. */
  async credentials(): Promise<Record<string, string>> {
    const { realmId } = this
    const scope = { statements: [{ actions: ['svc:Transfer'], resources: ['/accounts/*'] }] }
    const key = await this.post('/api/v1/api-keys', { name: 'Bench', realmId, scope })
    const token = await this.post('/api/v1/auth/token', { realmId, sub: 'bench', scope })
    return {
      'a builder token': this.#token,
      'an API key': key.data.rawKey,
      'a scoped token': token.data.token,
    }
  }

  /** Objects with plenty of money, at `/accounts/<number>`. */
  async fundedObjects(count: number): Promise<string[]> {
    const paths = Array.from({ length: count }, (_, number) => `/accounts/${number}`)
    const { realmId } = this
    const created = await Promise.all(
      paths.map((path) => this.post('/api/v1/objects', { realmId, path }))
    )
    await this.#settled(created.map(({ data }) => data.operation.id))
    const funded = await Promise.all(
      paths.map((objectPath) =>
        this.post('/api/v1/fund-account', { realmId, objectPath, amount: '1000000' })
      )
    )
    await this.#settled(funded.map(({ data }) => data.operation.id))
    return paths
  }

  /** A paper realm whose prices stand still until it is told to tick. */
  async stillRealm(): Promise<string> {
    for (;;) {
      const answer = await fetch(`${this.baseUrl}/api/v1/exchange/market/mids`, {
        headers: this.headers,
      })
      if (answer.ok) break
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    const { data } = await this.post('/api/v1/realms', { name: 'Venue' })
    const { id: realmId } = data
    await this.post('/api/v1/exchange/sim/fork', { realmId })
    await this.post('/api/v1/exchange/sim/clock', { realmId, mode: 'manual' })
    return realmId
  }

  /** An exchange object with cash for each of the accounts. @returns their ids */
  async exchangeAccounts(accounts: readonly string[]): Promise<string[]> {
    const { realmId } = this
    const paths = accounts.map((path) => `/exchange${path}`)
    const created = await Promise.all(
      paths.map((path) => this.post('/api/v1/objects', { realmId, path, type: 'exchange' }))
    )
    await this.#settled(created.map(({ data }) => data.operation.id))
    const moved = await Promise.all(
      paths.map((targetObjectPath, index) =>
        this.post('/api/v1/transfer', {
          realmId,
          path: `/op/bench/exchange/${index}`,
          sourceObjectPath: accounts[index],
          targetObjectPath,
          amount: '500000',
        })
      )
    )
    await this.#settled(moved.map(({ data }) => data.operation.id))
    return created.map(({ data }) => data.object!.id)
  }

  /** The id of the object at a path. */
  async objectId(path: string): Promise<string> {
    const { realmId } = this
    const asked = new URLSearchParams({ realmId, path })
    const { data } = await this.get(`/api/v1/objects/by-path?${asked.toString()}`)
    return data.object!.id
  }

  async #settled(operationIds: string[]): Promise<void> {
    for (const id of operationIds) {
      for (;;) {
        const answer = await fetch(`${this.baseUrl}/api/v1/operations/${id}`, {
          headers: this.headers,
        })
        const { data } = (await answer.json()) as { data: { operation: { state: string } } }
        if (data.operation.state === 'completed') break
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }

  async get(path: string): Promise<Answer> {
    const answer = await fetch(`${this.baseUrl}${path}`, { headers: this.headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }

  #keep({ data }: Answer): void {
    this.#token = data.token
    this.#refreshToken = data.refreshToken
  }

  async post(path: string, body: unknown): Promise<Answer> {
    const answer = await fetch(`${this.baseUrl}${path}`, {
      method: 'POST',
      headers: this.headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}

interface Answer {
  idToken: string
  data: {
    id: string
    token: string
    refreshToken: string
    rawKey: string
    operation: { id: string }
    poolAddress: string
    object?: { id: string }
  }
}

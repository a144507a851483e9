import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { readRows, type AnyData } from '#tests/support/rows'
import { askByHttp, sendForm } from '#tests/support/http'
import { signatureHeaders, unusedSecond, type SigningPair } from '#tests/support/signing_pair'

export type { AnyData }

/** The address of the service in this process. */
export const BASE_URL = `http://${process.env.HOST}:${process.env.PORT}`
/**
 * How long tests wait at most, for whatever it is: a recovery takes retries, and a machine that is four times
 * slower and runs other tests besides must not fail it. Only a wait that fails takes so long, and a test has
 * ten minutes.
 */
export const WAIT_MS = 180_000
const POLL_MS = 20
const MOST_POLL_MS = 500

export interface ErrorBody {
  code: string
  message: string
  errorId?: string
  details?: Record<string, unknown> & { fields?: { field: string; rule: string }[] }
}

/** One answer of the service. `data` and `error` are the parts of its envelope. */
export interface Reply<Data> {
  status: number
  headers: Headers
  /** The body as it came: parsed JSON, or text when it is no JSON. */
  body: unknown
  data: Data
  error: ErrorBody
}

export interface ObjectView {
  id: string
  path: string
  status: string
  type: string
}

/** What an object can spend, and what is on its way to it and from it, as texts of dollars. */
export interface Balance {
  settled: string
  arriving: string
  departing: string
}

export interface OperationView {
  id: string
  path: string
  type: string
  state: string
  outcome: string
  failureMessage?: string
}

type Body = Record<string, unknown>
type Query = Record<string, string | number | boolean | undefined>

/** Talks to the service over HTTP with one credential, or with none. */
export class Client {
  private constructor(
    readonly token: string | null,
    private baseUrl: string,
    private pair: SigningPair | null = null
  ) {}

  /** Signs in a new builder, with an organization of its own. */
  static async signIn(email = `${randomUUID()}@example.com`, baseUrl = BASE_URL): Promise<Client> {
    const guest = Client.anonymous(baseUrl)
    const identity = await guest.post('/dev/identity/token', { email, name: 'Test Builder' })
    const { idToken } = identity.body as { idToken?: string }
    const signedIn = await guest.post<{ token: string }>('/api/v1/auth/google', {
      googleIdToken: idToken ?? (identity.data as AnyData).idToken,
      orgName: `Org of ${email}`,
    })
    return Client.withToken(accepted(signedIn).token, baseUrl)
  }

  static withToken(token: string, baseUrl = BASE_URL): Client {
    return new Client(token, baseUrl)
  }

  static anonymous(baseUrl = BASE_URL): Client {
    return new Client(null, baseUrl)
  }

  /** The same caller, who signs every request. */
  signed(pair: SigningPair): Client {
    return new Client(this.token, this.baseUrl, pair)
  }

  /** Whether it asks the service of this process. */
  get isHere(): boolean {
    return this.baseUrl === BASE_URL
  }

  get<Data = AnyData>(path: string, query: Query = {}): Promise<Reply<Data>> {
    return this.send<Data>('GET', withQuery(path, query))
  }

  post<Data = AnyData>(path: string, body?: unknown): Promise<Reply<Data>> {
    return this.send<Data>('POST', path, body)
  }

  /** Sends any request. A text body and a form are sent as they are, any other as JSON. */
  async send<Data = AnyData>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {}
  ): Promise<Reply<Data>> {
    const isForm = body instanceof FormData
    const signature = this.pair
      ? await signatureHeaders(this.pair, { body, timestamp: unusedSecond() })
      : {}
    const sent = {
      ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...signature,
      ...headers,
    }
    const url = `${this.baseUrl}${path}`
    const answer = isForm
      ? await sendForm(method, url, sent, body)
      : await askByHttp(method, url, sent, textOf(body))
    const { status, headers: received, text } = answer
    const isJson = received.get('content-type')?.includes('json') ?? false
    const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : text
    const { data, error } = (isJson ? parsed : {}) as { data: Data; error: ErrorBody }
    return { status, headers: received, body: parsed, data, error }
  }

  /** Creates a realm of this builder, on paper unless the body says otherwise. */
  async realm(body: Body = {}): Promise<TestRealm> {
    const created = await this.post<{ id: string }>('/api/v1/realms', { name: 'Test', ...body })
    return new TestRealm(this, accepted(created).id)
  }
}

/** A realm, and what tests do in it again and again. */
export class TestRealm {
  constructor(
    readonly client: Client,
    readonly id: string
  ) {}

  /** Signs in a new builder and creates a realm. */
  static async open(body: Body = {}): Promise<TestRealm> {
    return (await Client.signIn()).realm(body)
  }

  /** A realm with these objects; the amounts are their cash. */
  static async with(cash: Record<string, string>): Promise<TestRealm> {
    const realm = await TestRealm.open()
    for (const [path, amount] of Object.entries(cash)) await realm.account(path, amount)
    return realm
  }

  /** @param path below `/api/v1`; the query names this realm unless it names another */
  get<Data = AnyData>(path: string, query: Query = {}): Promise<Reply<Data>> {
    return this.client.get<Data>(`/api/v1${path}`, { realmId: this.id, ...query })
  }

  /** @param path below `/api/v1`; the body names this realm unless it names another */
  post<Data = AnyData>(path: string, body: Body = {}): Promise<Reply<Data>> {
    return this.client.post<Data>(`/api/v1${path}`, { realmId: this.id, ...body })
  }

  /** Creates an object and waits until it is usable. */
  async object(path: string, body: Body = {}): Promise<ObjectView> {
    const created = await this.post('/objects', { path, ...body })
    const { object, operation } = accepted(created)
    await this.#done(operation.id)
    return object
  }

  /** Funds an object and waits until the money is there. @returns the operation as it was opened */
  async fund(objectPath: string, amount: string): Promise<OperationView> {
    const { operation } = accepted(await this.deposit(objectPath, amount))
    await this.#done(operation.id)
    return operation
  }

  /** Creates and funds an object; an amount of '0' leaves it empty. */
  async account(path: string, amount: string): Promise<ObjectView> {
    const object = await this.object(path)
    if (amount !== '0') await this.fund(path, amount)
    return object
  }

  async transfer(source: string, target: string, amount: string): Promise<OperationView> {
    return accepted(await this.move(source, target, amount)).operation
  }

  /** Asks for a transfer, under a path of its own unless `more` names one. */
  move(sourceObjectPath: string, targetObjectPath: string, amount: string, more: Body = {}) {
    const path = `/op/test/${randomUUID()}`
    return this.post('/transfer', { path, sourceObjectPath, targetObjectPath, amount, ...more })
  }

  deposit(objectPath: string, amount: string, more: Body = {}) {
    return this.post('/fund-account', { objectPath, amount, ...more })
  }

  withdraw(objectPath: string, amount: string, more: Body = {}) {
    return this.post('/defund-account', { objectPath, amount, ...more })
  }

  remove(objectId: string, more: Body = {}) {
    return this.post('/objects/delete', { objectId, ...more })
  }

  declareZone(path: string) {
    return this.post('/isolation-zones', { path })
  }

  find(path: string) {
    return this.get('/objects/by-path', { path })
  }

  /** The dollars of an object, by its id or its path. */
  async balance(object: string): Promise<Balance> {
    const id = object.startsWith('/') ? accepted(await this.find(object)).object.id : object
    const held = accepted(await this.client.get(`/api/v1/objects/${id}/balances`))
    const usd = held.balances.find(({ denomination }: AnyData) => denomination === 'USD')
    const { settled = '0.00', arriving = '0.00', departing = '0.00' } = usd ?? {}
    return { settled, arriving, departing }
  }

  async settled(object: string): Promise<string> {
    return (await this.balance(object)).settled
  }

  /** An operation with its evidence. */
  evidence(operationId: string) {
    return this.client.get(`/api/v1/operations/${operationId}`, { includeEvidence: true })
  }

  /**
   * Waits for an operation to complete.
   *
   * @throws Error when it ends otherwise, or not in time
   */
  async completed(operationId: string, waitMs = WAIT_MS): Promise<OperationView> {
    const operation = await this.ended(operationId, waitMs)
    if (operation.state === 'completed') return operation
    throw new Error(`Operation ${operation.path} ${operation.state}: ${operation.failureMessage}`)
  }

  /** Waits for an operation to complete, and asks nothing that its row does not tell. */
  async #done(operationId: string): Promise<void> {
    const look = async () => {
      const state = await stateOf(operationId)
      return state === 'pending' ? null : { state }
    }
    const ended = this.client.isHere && (await eventually(`operation ${operationId}`, look))
    if (!ended || ended.state !== 'completed') await this.completed(operationId)
  }

  /** Waits for an operation to leave `pending`. */
  async ended(operationId: string, waitMs = WAIT_MS): Promise<OperationView> {
    const ask = async () => {
      // The row costs a thirtieth of the answer, and the whole suite waits thousands of times.
      if (this.client.isHere && (await stateOf(operationId)) === 'pending') return null
      const reply = await this.client.get<{ operation: OperationView }>(
        `/api/v1/operations/${operationId}`
      )
      const { operation } = accepted(reply)
      return operation.state === 'pending' ? null : operation
    }
    return eventually(`operation ${operationId} to end`, ask, waitMs)
  }
}

async function stateOf(operationId: string): Promise<string | undefined> {
  const [row] = await readRows`SELECT state FROM operations WHERE id = ${operationId}`
  return row?.state
}

/**
 * The data of an answer that must be a success.
 *
 * @throws Error showing the refusal
 */
export function accepted<Data>(reply: Reply<Data>): Data {
  if (reply.status < 300) return reply.data
  throw new Error(`Unexpected answer ${reply.status}: ${JSON.stringify(reply.body)}`)
}

/**
 * The answer without the ids that were asked for, which a refusal repeats: the rest must reveal
 * nothing.
 */
export function bodyWithout({ body }: Reply<unknown>, ...ids: string[]): string {
  return ids.reduce((text, id) => text.replaceAll(id, '<id>'), JSON.stringify(body))
}

/**
 * Calls `ask` until its answer is neither null nor undefined. The longer it takes the less often it
 * is asked: the service that is waited for needs the processor for its work.
 */
export async function eventually<Result>(
  what: string,
  ask: () => Promise<Result | null | undefined>,
  waitMs = WAIT_MS
): Promise<Result> {
  const since = Date.now()
  for (;;) {
    const result = await ask()
    if (result !== null && result !== undefined) return result
    const waited = Date.now() - since
    if (waited > waitMs) throw new Error(`Waited ${waitMs} ms for ${what}`)
    await delay(Math.min(POLL_MS + waited / 10, MOST_POLL_MS))
  }
}

/** Waits until something holds. */
export async function until(what: string, holds: () => unknown, waitMs = WAIT_MS): Promise<void> {
  await eventually(what, async () => ((await holds()) ? true : null), waitMs)
}

/** Asks so often at the same time; `ask` gets the number of the turn. */
export function atOnce<Answer>(
  times: number,
  ask: (turn: number) => Answer
): Promise<Awaited<Answer>[]> {
  return Promise.all(Array.from({ length: times }, (_, turn) => ask(turn)))
}

function textOf(body: unknown): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
}

/** A form with a file: texts and files stand as they are, lists and objects as JSON. */
export function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) form.set(name, value)
    else if (value !== undefined) {
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
  }
  return form
}

/** One property of each item; of no list, undefined. */
export function pluck<Item, Name extends keyof Item>(
  items: readonly Item[],
  name: Name
): Item[Name][]
export function pluck(items: AnyData, name: string): AnyData
export function pluck(items: readonly AnyData[] | undefined, name: string) {
  return items?.map((item) => item[name])
}

function withQuery(path: string, query: Query): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

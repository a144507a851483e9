import { Call, ListCall, type Answer, type Page } from './call.js'
import {
  FixedCredential,
  MintedCredential,
  SessionCredential,
  type Credential,
  type SessionTokens,
} from './credentials.js'
import { RESOURCES } from './generated/routes.js'
import type { Resources } from './generated/resources.js'
import type { components } from './generated/schema.js'
import { RETRY_POLICY, pause, type RetryPolicy } from './retry.js'
import type { Route } from './route.js'
import type { SigningKey } from './signing.js'
import { Stream, type SocketClass, type StreamOptions } from './stream.js'
import { Transport, type CallOptions, type Request } from './transport.js'

type Operation = components['schemas']['Operation']

/** How a client reaches the service. */
export interface ClientOptions {
  /** Such as `https://ledger.example.com`. */
  baseUrl: string
  /**
   * An API key, or a token. A function is asked for a token, and again when the service refuses it:
   * the place for scoped tokens that the application's backend mints.
   */
  credential?: string | (() => Promise<string>)
  /** Signs every request that changes something. */
  signingKey?: SigningKey
  /** For each attempt; 30 seconds when left out. */
  timeoutMs?: number
  retry?: Partial<RetryPolicy>
  fetch?: typeof globalThis.fetch
  /** For runtimes that have none, such as Node.js 20: the class of the `ws` package fits. */
  WebSocket?: SocketClass
}

/** A builder's session, and who is told when its tokens change. */
export interface SessionOptions extends Omit<ClientOptions, 'credential'> {
  session: SessionTokens
  /** Called with every new pair of tokens. Keep it: the one before is used up. */
  onSession?: (tokens: SessionTokens) => void
}

/** What `LedgerClient.signIn` takes. */
export interface SignInOptions extends Omit<SessionOptions, 'session'> {
  /** The ID token of the identity provider. */
  idToken: string
  /** Names the organization when somebody signs in for the first time. */
  orgName?: string
}

const TIMEOUT_MS = 30_000
const FIRST_LOOK_MS = 50
const LONGEST_LOOK_MS = 2000

/** Input of a call at run time. */
type Fields = Record<string, unknown>

/**
 * A client of the ledger and custody service. Its methods are grouped by what they are about:
 * `client.transfers.create(…)`.
 *
 * @template Bound whether it is a client of one realm, which fills `realmId` in
 */
export class LedgerClient<Bound extends boolean = false> {
  readonly #options: Omit<ClientOptions, 'credential'>
  readonly #credential: Credential
  readonly #transport: Transport
  /** The realm that calls and streams are about when they name none. */
  readonly realmId: string | null

  /** @param options an address without a trailing slash, and what to authorize requests with */
  constructor(options: ClientOptions | SessionOptions, realmId: string | null = null) {
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') }
    this.#credential = this.#credentialOf(options)
    this.#transport = this.#through(this.#credential)
    this.realmId = realmId
    Object.assign(this, this.#resources())
  }

  /** Signs a builder in. The session is refreshed by itself. */
  static async signIn({ idToken, orgName, ...options }: SignInOptions): Promise<LedgerClient> {
    const session = await new LedgerClient(options).auth.signIn({
      googleIdToken: idToken,
      ...(orgName !== undefined && { orgName }),
    })
    options.onSession?.(session)
    return new LedgerClient({ ...options, session })
  }

  /** The same client for one realm: calls need not name it. */
  inRealm(realmId: string): LedgerClient<true> {
    return new LedgerClient<true>({ ...this.#options, shared: this.#credential } as Shared, realmId)
  }

  /** The tokens of the session as they are now; null when there is none. */
  get session(): SessionTokens | null {
    return this.#credential instanceof SessionCredential ? this.#credential.tokens : null
  }

  /**
   * Any request, for addresses of modules that this client has no method for.
   *
   * @param address below the service, with its query: `/api/v1/rewards?realmId=…`
   */
  request<Result>(
    method: string,
    address: string,
    { body, ...options }: CallOptions & { body?: unknown } = {}
  ): Call<Result> {
    const keyed = method === 'POST'
    return new Call(this.#transport.send<Result>({ method, address, body, keyed }, options))
  }

  /** Waits until an operation is no longer pending, and answers how it ended. */
  async settled(operation: { id: string }, { signal }: { signal?: AbortSignal } = {}) {
    for (let wait = FIRST_LOOK_MS; ; wait = Math.min(2 * wait, LONGEST_LOOK_MS)) {
      const address = `/api/v1/operations/${encodeURIComponent(operation.id)}`
      const read = this.request<{ operation: Operation }>('GET', address, { signal })
      const { operation: now } = await read
      if (now.state !== 'pending') return now
      await pause(wait, signal)
    }
  }

  /** A stream of what happens in the realm. It connects again by itself until it is closed. */
  stream(options: StreamOptions = {}): Stream {
    const { baseUrl, WebSocket = globalThis.WebSocket as SocketClass | undefined } = this.#options
    const realmId = options.realmId ?? this.realmId
    if (!realmId) throw new TypeError('A stream is about one realm: name its realmId.')
    if (!WebSocket) throw new TypeError('This runtime has no WebSocket: give the client one.')
    const url = `${baseUrl.replace(/^http/, 'ws')}/api/v1/ws`
    return new Stream({ url, realmId, credential: this.#credential, WebSocket, ...options })
  }

  #credentialOf(options: ClientOptions | SessionOptions | Shared): Credential {
    if ('shared' in options) return options.shared
    if ('session' in options) {
      const refreshing = this.#through(new FixedCredential(null))
      const refresh = async (refreshToken: string) => {
        const request = { method: 'POST', address: '/api/v1/auth/refresh', body: { refreshToken } }
        return (await refreshing.send<SessionTokens>(request)).data
      }
      return new SessionCredential(options.session, refresh, options.onSession ?? (() => {}))
    }
    const { credential = null } = options
    return typeof credential === 'function'
      ? new MintedCredential(credential)
      : new FixedCredential(credential)
  }

  #through(credential: Credential): Transport {
    const { baseUrl, signingKey = null, timeoutMs = TIMEOUT_MS, retry, fetch } = this.#options
    return new Transport({
      baseUrl,
      credential,
      signingKey,
      timeoutMs,
      retry: { ...RETRY_POLICY, ...retry },
      // A browser's fetch refuses to be called as a method of something else.
      fetch: fetch ?? ((...args) => globalThis.fetch(...args)),
    })
  }

  #resources(): Record<string, Record<string, unknown>> {
    const methodsOf = (routes: Record<string, Route>) =>
      Object.fromEntries(
        Object.entries(routes).map(([name, route]) => [
          name,
          (...args: unknown[]) => this.#call(route, args),
        ])
      )
    return Object.fromEntries(
      Object.entries(RESOURCES).map(([name, routes]) => [name, methodsOf(routes)])
    )
  }

  #call(route: Route, args: unknown[]): Call<unknown> {
    const ids = args.slice(0, idsOf(route).length)
    const [input = {}, options = {}] = args.slice(ids.length) as [Fields?, CallOptions?]
    const fields = this.#filled(route, input)
    const ask = (more: Fields): Promise<Answer<unknown>> =>
      this.#transport.send(requestOf(route, ids, { ...fields, ...more }), options)
    const { list } = route
    if (list === undefined) return new Call(ask({}))
    return new ListCall<Page, unknown>(
      ask({}) as Promise<Answer<Page>>,
      (page) => (page as unknown as Record<string, unknown[]>)[list]!,
      async (cursor) => (await ask({ cursor })).data as Page
    )
  }

  #filled({ realm }: Route, input: Fields): Fields {
    const isForm = input instanceof FormData
    if (!realm || this.realmId === null || isForm || input.realmId !== undefined) return input
    return { realmId: this.realmId, ...input }
  }
}

// The methods are made from the routes, and described by what is generated beside them.
export interface LedgerClient<Bound extends boolean = false> extends Resources<Bound> {}

/** A client made of another one has its credential, so that they share one session. */
interface Shared extends Omit<ClientOptions, 'credential'> {
  shared: Credential
}

const idsOf = ({ path }: Route) => path.match(/\{\w+\}/g) ?? []

function requestOf(route: Route, ids: unknown[], fields: Fields): Request {
  const { method, path, body = false, form = false, query = [], keyed, operationPath } = route
  const parts = [...ids]
  const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(String(parts.shift())))
  // Where a request has a body, only what is named as a part of the query goes there.
  const inQuery = (name: string) => (body ? query.includes(name) : true)
  const entries = Object.entries(fields instanceof FormData ? {} : fields)
  const rest = Object.fromEntries(entries.filter(([name]) => !inQuery(name)))
  return {
    method,
    address: filled + queryText(entries.filter(([name]) => inQuery(name))),
    ...(body && { body: fields instanceof FormData ? fields : form ? formOf(rest) : rest }),
    keyed,
    operationPath,
  }
}

/** Files and texts stand in a form as they are, lists and objects as JSON. */
function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.set(name, value)
    else if (value !== undefined && value !== null) {
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
  }
  return form
}

function queryText(entries: [string, unknown][]): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of entries) {
    if (value !== undefined && value !== null) parameters.append(name, String(value))
  }
  return parameters.size === 0 ? '' : `?${parameters}`
}

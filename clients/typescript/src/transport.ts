import type { Answer } from './call.js'
import type { Credential } from './credentials.js'
import {
  ApprovalPending,
  ConnectionError,
  ServiceError,
  type ErrorBody,
  type WaitingApproval,
} from './errors.js'
import {
  NO_CODE,
  delayBefore,
  pause,
  retryAfterMs,
  type Failure,
  type RetryPolicy,
} from './retry.js'
import { canonicalJson, signedForm, type SigningKey } from './signing.js'
import { newKey, sha256, toHex, utf8 } from './bytes.js'

/** What one call may say beside its input. */
export interface CallOptions {
  /**
   * For requests that make or move something: the same key, also after a crash, makes it happen
   * once. A new one is made for each call when it is left out.
   */
  idempotencyKey?: string
  /** Another bearer for this call, such as the token of a confirmed step-up. */
  token?: string
  /** Ends the call, retries included. */
  signal?: AbortSignal
  /** For each attempt. */
  timeoutMs?: number
  /** Retries after the first attempt; 0 for none. */
  retries?: number
}

/** A request, before it is signed and keyed. */
export interface Request {
  method: string
  /** Path and query. */
  address: string
  body?: unknown
  /** Whether it takes an `Idempotency-Key`. */
  keyed?: boolean
  /** The field of the body that names its operation. */
  operationPath?: string
}

export interface TransportTerms {
  baseUrl: string
  credential: Credential
  signingKey: SigningKey | null
  timeoutMs: number
  retry: RetryPolicy
  fetch: typeof globalThis.fetch
}

/** A request as every attempt sends it. */
interface Prepared {
  request: Request
  key: string | undefined
  /** JSON text, or what is sent as it is; undefined for no body. */
  content: string | FormData | Blob | undefined
  isSafe: boolean
  options: CallOptions
}

type Attempted =
  | { kind: 'answered'; response: Response; text: string; body: unknown }
  | { kind: 'lost'; cause: unknown }

/** Sends requests: authorized, signed, keyed, and again where that does nothing twice. */
export class Transport {
  constructor(private readonly terms: TransportTerms) {}

  /** @throws ServiceError, ApprovalPending, ConnectionError, or the reason of the signal */
  async send<Data>(request: Request, options: CallOptions = {}): Promise<Answer<Data>> {
    const prepared = await this.#prepared(request, options)
    const used = { token: options.token ?? (await this.terms.credential.current()), isFresh: false }
    let attempt = 1
    for (;;) {
      const attempted = await this.#attempt(prepared, used.token)
      if (attempted.kind === 'answered' && attempted.response.ok) {
        return unlessWaiting(answerOf<Data>(attempted))
      }
      const failure = failureOf(attempted)
      if (await this.#renews(failure, used, options)) continue
      const retry = { ...this.terms.retry, retries: options.retries ?? this.terms.retry.retries }
      const how = { isSafe: prepared.isSafe, attempt, random: Math.random() }
      const delay = delayBefore(failure, retry, how)
      if (delay === null) throw lastError(attempted, failure, prepared)
      await pause(delay, options.signal)
      attempt++
    }
  }

  async #prepared(request: Request, options: CallOptions): Promise<Prepared> {
    const { method, body, keyed = false, operationPath } = request
    const key = keyed ? (options.idempotencyKey ?? newKey()) : undefined
    const isNamed = operationPath !== undefined && isText(fieldOf(body, operationPath))
    // A signature covers the body and no header, so a signed request names its operation itself.
    const isNamedHere = this.terms.signingKey && key !== undefined && operationPath && !isNamed
    const sent = isNamedHere ? { ...(body as object), [operationPath]: await pathOfKey(key) } : body
    return {
      request: { ...request, body: sent },
      key,
      content: contentOf(sent, this.terms.signingKey !== null),
      // Everything but a POST sets or removes something named, which twice is as once.
      isSafe: method !== 'POST' || keyed,
      options,
    }
  }

  async #attempt(prepared: Prepared, token: string | null): Promise<Attempted> {
    const { request, content, options } = prepared
    const { baseUrl, timeoutMs, fetch } = this.terms
    const headers = await this.#headers(prepared, token)
    const ends = [AbortSignal.timeout(options.timeoutMs ?? timeoutMs)]
    if (options.signal) ends.push(options.signal)
    try {
      const response = await fetch(`${baseUrl}${request.address}`, {
        method: request.method,
        headers,
        body: content,
        signal: AbortSignal.any(ends),
      })
      const text = await response.text()
      // A connection that breaks leaves half of an answer whose length was not told, and no error;
      // somebody on the way may say a page in its place. What cannot be read is lost.
      const isJsonDue = response.ok && (isJson(response) || prepared.key !== undefined)
      const body: unknown = isJsonDue ? JSON.parse(text) : text
      return { kind: 'answered', response, text, body }
    } catch (cause) {
      if (options.signal?.aborted) throw options.signal.reason
      return { kind: 'lost', cause }
    }
  }

  async #headers({ request, key, content }: Prepared, token: string | null) {
    const { signingKey } = this.terms
    const headers: Record<string, string> = { accept: 'application/json' }
    if (token !== null) headers.authorization = `Bearer ${token}`
    if (typeof content === 'string') headers['content-type'] = 'application/json'
    if (key !== undefined) headers['idempotency-key'] = key
    if (!signingKey || request.method === 'GET') return headers
    const named = request.operationPath && fieldOf(request.body, request.operationPath)
    const text = content instanceof FormData ? await signedForm(content) : content
    const signature = await signingKey.headers(isText(text) ? text : '{}', isText(named))
    return { ...headers, ...signature }
  }

  /** Whether a refused token has been replaced, once in a call. */
  async #renews(
    failure: Failure,
    used: { token: string | null; isFresh: boolean },
    options: CallOptions
  ): Promise<boolean> {
    const { credential } = this.terms
    if (failure.kind === 'lost' || used.isFresh || used.token === null || options.token)
      return false
    const { status, code } = failure.error
    const isStale = status === 401 && code === 'UNAUTHORIZED'
    const isNarrow = code === 'FORBIDDEN' || code === 'REALM_SCOPE_MISMATCH'
    if (!isStale && !(isNarrow && credential.isMinted)) return false
    const token = await credential.renewed(used.token)
    if (token === null) return false
    Object.assign(used, { token, isFresh: true })
    return true
  }
}

const LONGEST_SEGMENT = 128

/** The operation path that the service makes from a key. */
export async function pathOfKey(key: string): Promise<string> {
  const percent = (character: string) =>
    `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
  const isDots = key === '.' || key === '..'
  const encoded = key.replace(isDots ? /\./g : /[^A-Za-z0-9._~-]/g, percent)
  const fits = encoded.length <= LONGEST_SEGMENT
  return `/op/key/${fits ? encoded : `sha256-${toHex(await sha256(utf8(key)))}`}`
}

const isText = (value: unknown): value is string => typeof value === 'string'

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null
    ? (body as Record<string, unknown>)[name]
    : undefined
}

function contentOf(body: unknown, isSigned: boolean): Prepared['content'] {
  if (body === undefined || body instanceof FormData || body instanceof Blob) return body
  return isSigned ? canonicalJson(body) : JSON.stringify(body)
}

function failureOf(attempted: Attempted): Failure {
  if (attempted.kind === 'lost') return { kind: 'lost' }
  const { response, text } = attempted
  const error = new ServiceError(errorOf(response, text), response.status, idOf(response))
  const after = retryAfterMs(response.headers.get('retry-after'), Date.now())
  return { kind: 'refused', error, retryAfterMs: after }
}

/** The error of the envelope; what a proxy answers has none. */
function errorOf(response: Response, text: string): ErrorBody {
  const error = isJson(response) ? (tried(text) as { error?: ErrorBody } | undefined)?.error : null
  if (error && typeof error.code === 'string') return error
  const message = `The answer is ${response.status}, and not one of the service: ${text.slice(0, 200)}`
  return { code: NO_CODE, message }
}

function tried(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function answerOf<Data>({ response, body }: { response: Response; body: unknown }): Answer<Data> {
  const { success, data, notices } = (body ?? {}) as Record<string, unknown>
  return {
    // Custody and the valuation of one object answer without an envelope.
    data: (success === true && data !== undefined ? data : body) as Data,
    status: response.status,
    headers: response.headers,
    requestId: idOf(response),
    replayed: response.headers.get('idempotent-replayed') === 'true',
    notices: (notices ?? []) as Answer<Data>['notices'],
  }
}

const ACCEPTED = 202

/** What waits for people has not done what its method says. */
function unlessWaiting<Data>(answer: Answer<Data>): Answer<Data> {
  const approval = answer.status === ACCEPTED ? fieldOf(answer.data, 'approval') : undefined
  if (approval === undefined) return answer
  throw new ApprovalPending(approval as WaitingApproval, answer.requestId)
}

const idOf = ({ headers }: Response) => headers.get('x-request-id')

const isJson = ({ headers }: Response) => headers.get('content-type')?.includes('json') ?? false

function lastError(attempted: Attempted, failure: Failure, { request, key, isSafe }: Prepared) {
  if (failure.kind === 'refused') return failure.error
  const { method, address } = request
  const asked = `${method} ${address.split('?')[0]}`
  const next = isSafe
    ? 'Send it again with the same idempotencyKey: it is done once.'
    : 'It was not sent again, because it takes no idempotency key: look what became of it.'
  const { cause } = attempted as { cause: unknown }
  return new ConnectionError(`No answer came to ${asked}. ${next}`, key, { cause })
}

// @ts-check
import { sentForm } from './sent_form.js'

/**
 * @typedef {{ method: string, path: string, body: unknown, key: string | undefined, status: number, tookMs: number, requestId: string, at: Date }} Call
 * @typedef {import('./session.js').Session} Session
 * @typedef {import('./forms/snippets.js').Asked & { onProgress?: (part: number) => void }} Sent
 */

const CALLS_KEPT = 200

/** What the service answered instead of doing it. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{ code?: string, message?: string, details?: unknown }} error
   */
  constructor(status, error) {
    super(error.message ?? `The service answered ${status}.`)
    this.status = status
    this.code = error.code ?? ''
    this.details = error.details
  }
}

/** No answer came: whether it was done is not known. */
export class Unanswered extends Error {
  constructor() {
    super('No answer came. Send it again: what was done already is not done twice.')
  }
}

/**
 * The public API and nothing else: whatever the console shows, anybody can ask for. Every call is
 * remembered, so that a person can see it and repeat it.
 */
export class Api extends EventTarget {
  /** @type {Call[]} newest first */
  calls = []

  /** @param {Session} session */
  constructor(session) {
    super()
    this.session = session
  }

  /**
   * @param {string} path
   * @param {Record<string, string | number | undefined>} [query]
   */
  get(path, query = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    return this.#ask({ method: 'GET', address: given.length > 0 ? `${path}?${search}` : path })
  }

  /**
   * @param {string} path
   * @param {unknown} [body]
   */
  post(path, body) {
    return this.#ask({ method: 'POST', address: path, body, key: newKey() })
  }

  /**
   * @param {import('./forms/snippets.js').Asked} asked
   * @param {string} [token] of a confirmation, instead of the person's own
   */
  send(asked, token) {
    return this.#ask(asked, token)
  }

  /**
   * Sends a form with files.
   *
   * @param {string} path
   * @param {FormData} form
   * @param {{ key: string, onProgress: (part: number) => void }} how the same key for the same form; the part that is sent grows up to 1
   */
  upload(path, form, { key, onProgress }) {
    return this.#ask({ method: 'POST', address: path, body: form, key, onProgress })
  }

  /**
   * @param {string} path
   * @param {unknown} body
   */
  patch(path, body) {
    return this.#ask({ method: 'PATCH', address: path, body })
  }

  /**
   * Has the browser keep an answer as a file.
   *
   * @param {string} path
   * @param {Record<string, string>} query
   * @param {string} name of the file
   */
  async keep(path, query, name) {
    const address = `${path}?${new URLSearchParams(query)}`
    const answer = await this.#fetch({ method: 'GET', address })
    if (!answer.ok) throw new Refused(answer.status, (await answer.json()).error ?? {})
    keepFile(await answer.blob(), name)
  }

  /** @param {string} path */
  delete(path) {
    return this.#ask({ method: 'DELETE', address: path })
  }

  /**
   * @param {Sent} asked
   * @param {string} [token]
   * @returns {Promise<any>} the data of the answer
   */
  async #ask(asked, token) {
    let answer = await this.#fetch(asked, token)
    if (answer.status === 401 && token === undefined) {
      this.session.forget()
      answer = await this.#fetch(asked)
    }
    const content = await answer.json().catch(() => ({}))
    if (!answer.ok) throw new Refused(answer.status, content.error ?? {})
    // Custody answers bare objects, everything else an envelope.
    return 'data' in content ? content.data : content
  }

  /**
   * @param {Sent} asked
   * @param {string} [token]
   */
  async #fetch(asked, token) {
    const { method, address, body, key } = asked
    const startedAt = performance.now()
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${token ?? (await this.session.token())}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    const answer = await sent(asked, headers).catch((error) => {
      // Without a key nobody can say what a second one would do.
      throw key === undefined ? error : new Unanswered()
    })
    this.#remember({
      method,
      path: address,
      body,
      key,
      status: answer.status,
      at: new Date(),
      tookMs: Math.round(performance.now() - startedAt),
      requestId: answer.headers.get('x-request-id') ?? '',
    })
    return answer
  }

  /** @param {Call} call */
  #remember(call) {
    this.calls = [call, ...this.calls].slice(0, CALLS_KEPT)
    this.dispatchEvent(new Event('call'))
  }
}

/**
 * @param {Sent} asked
 * @param {Record<string, string>} headers
 */
function sent({ method, address, body, onProgress = () => {} }, headers) {
  if (body instanceof FormData) return sentForm(address, body, { headers, onProgress })
  if (body === undefined) return fetch(address, { method, headers })
  const typed = { ...headers, 'content-type': 'application/json' }
  return fetch(address, { method, headers: typed, body: JSON.stringify(body) })
}

/**
 * Has the browser keep a file.
 *
 * @param {Blob} content
 * @param {string} name
 */
export function keepFile(content, name) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** `crypto.randomUUID` is there on secure pages only, and a console at home is looked at without TLS. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

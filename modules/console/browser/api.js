// @ts-check
import { sentForm } from './sent_form.js'

/**
 * @typedef {{ method: string, path: string, status: number, tookMs: number, requestId: string, at: Date }} Call
 * @typedef {import('./session.js').Session} Session
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
    return this.#ask('GET', given.length > 0 ? `${path}?${search}` : path)
  }

  /**
   * @param {string} path
   * @param {unknown} [body]
   */
  post(path, body) {
    return this.#ask('POST', path, body, { 'idempotency-key': newKey() })
  }

  /**
   * Sends a form with files.
   *
   * @param {string} path
   * @param {FormData} form
   * @param {{ key: string, onProgress: (part: number) => void }} how the same key for the same form; the part that is sent grows up to 1
   */
  upload(path, form, { key, onProgress }) {
    return this.#ask('POST', path, form, { 'idempotency-key': key }, onProgress)
  }

  /**
   * @param {string} path
   * @param {unknown} body
   */
  patch(path, body) {
    return this.#ask('PATCH', path, body)
  }

  /**
   * Has the browser keep an answer as a file.
   *
   * @param {string} path
   * @param {Record<string, string>} query
   * @param {string} name of the file
   */
  async keep(path, query, name) {
    const answer = await this.#fetch('GET', `${path}?${new URLSearchParams(query)}`, undefined)
    if (!answer.ok) throw new Refused(answer.status, (await answer.json()).error ?? {})
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await answer.blob())
    link.download = name
    link.click()
    URL.revokeObjectURL(link.href)
  }

  /** @param {string} path */
  delete(path) {
    return this.#ask('DELETE', path)
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {Record<string, string>} [more] headers that a repetition carries as well
   * @param {(part: number) => void} [onProgress] for a form
   * @returns {Promise<any>} the data of the answer
   */
  async #ask(method, path, body, more, onProgress) {
    let answer = await this.#fetch(method, path, body, more, onProgress)
    if (answer.status === 401) {
      this.session.forget()
      answer = await this.#fetch(method, path, body, more, onProgress)
    }
    const content = await answer.json().catch(() => ({}))
    if (!answer.ok) throw new Refused(answer.status, content.error ?? {})
    // Custody answers bare objects, everything else an envelope.
    return 'data' in content ? content.data : content
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} body
   * @param {Record<string, string>} [more]
   * @param {(part: number) => void} [onProgress]
   */
  async #fetch(method, path, body, more, onProgress) {
    const headers = /** @type {Record<string, string>} */ ({
      accept: 'application/json',
      authorization: `Bearer ${await this.session.token()}`,
      ...more,
    })
    const startedAt = performance.now()
    const answer = await sent(method, path, { headers, body, onProgress })
    this.#remember({
      method,
      path,
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
 * @param {string} method
 * @param {string} path
 * @param {{ headers: Record<string, string>, body: unknown, onProgress: ((part: number) => void) | undefined }} how
 */
function sent(method, path, { headers, body, onProgress = () => {} }) {
  if (body instanceof FormData) return sentForm(path, body, { headers, onProgress })
  if (body === undefined) return fetch(path, { method, headers })
  const typed = { ...headers, 'content-type': 'application/json' }
  return fetch(path, { method, headers: typed, body: JSON.stringify(body) })
}

/** `crypto.randomUUID` is there on secure pages only, and a console at home is looked at without TLS. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

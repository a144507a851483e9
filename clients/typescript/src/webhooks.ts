import { fromBase64, utf8 } from './bytes.js'
import type { components } from './generated/schema.js'

/** What a webhook receives. */
export interface WebhookMessage {
  type: string
  /** When the event happened, RFC 3339. */
  timestamp: string
  /** The event as `events.get` shows it. */
  data: components['schemas']['Event']
}

/** Headers of any server: of the Fetch API, or of Node.js. */
export type AnyHeaders = Headers | Record<string, string | string[] | undefined>

export interface Received {
  headers: AnyHeaders
  /** The body as it came, byte for byte: parsed and written again it has another signature. */
  body: string | Uint8Array
}

export interface WebhookTerms {
  /** `whsec_…`, as `webhooks.create` showed it; two while one replaces the other. */
  secret: string | readonly string[]
  /** How far `webhook-timestamp` may be from the clock of this machine; 300 when left out. */
  toleranceSeconds?: number
}

export type WebhookProblem =
  'missing_header' | 'old_timestamp' | 'wrong_signature' | 'not_json' | 'bad_secret'

/**
 * A message that does not come from the service, or came too late: answer it with 400. With
 * `bad_secret` the receiver is set up wrongly, and the message says nothing about its sender.
 */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'

  constructor(
    readonly reason: WebhookProblem,
    message: string
  ) {
    super(message)
  }
}

const TOLERANCE_SECONDS = 300
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/**
 * The message that a webhook has received, after its signature was verified (Standard Webhooks,
 * version 1). The same event comes again after a failure: drop a `data.id` that you have seen.
 *
 * @throws WebhookError
 */
export async function verifyWebhook(
  { headers, body }: Received,
  { secret, toleranceSeconds = TOLERANCE_SECONDS }: WebhookTerms
): Promise<WebhookMessage> {
  const keys = keysOf([secret].flat())
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`)
  ) as [string, string, string]
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= toleranceSeconds)) {
    throw new WebhookError('old_timestamp', `The message is ${Math.round(age)} seconds off.`)
  }
  // The bytes themselves: decoded, a mark at their beginning or a broken letter would go unnoticed.
  const signed = joined(utf8(`${id}.${timestamp}.`), typeof body === 'string' ? utf8(body) : body)
  const given = signatures.split(' ').flatMap((each) => /^v1,(.+)$/.exec(each)?.[1] ?? [])
  if (!(await isSigned(signed, given, keys))) {
    throw new WebhookError(
      'wrong_signature',
      'No signature of the message is made with the secret.'
    )
  }
  return parsed(typeof body === 'string' ? body : new TextDecoder().decode(body))
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  given: readonly string[],
  keys: readonly Uint8Array<ArrayBuffer>[]
): Promise<boolean> {
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, HMAC, false, ['verify'])
    for (const signature of given) {
      // `verify` takes the same time for every wrong signature.
      if (await crypto.subtle.verify(HMAC, key, bytesOf(signature), signed)) return true
    }
  }
  return false
}

/** An empty key is none: Web Crypto refuses it with an error that names nothing. */
function keysOf(secrets: readonly string[]): Uint8Array<ArrayBuffer>[] {
  const keys = secrets.map((secret) => bytesOf(String(secret ?? '').replace(/^whsec_/, '')))
  if (keys.length > 0 && keys.every(({ length }) => length > 0)) return keys
  throw new WebhookError(
    'bad_secret',
    'The webhook secret is empty or no base64: give the one that `webhooks.create` showed, whsec_…'
  )
}

/** What is no base64 is empty. */
function bytesOf(signature: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(signature)
  } catch {
    return new Uint8Array()
  }
}

function headerOf(headers: AnyHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : anyCase(headers, name)
  if (value) return value
  throw new WebhookError('missing_header', `The message has no header ${name}.`)
}

function anyCase(headers: Record<string, string | string[] | undefined>, name: string) {
  const found = Object.keys(headers).find((each) => each.toLowerCase() === name)
  return found === undefined ? undefined : [headers[found]].flat()[0]
}

function parsed(text: string): WebhookMessage {
  try {
    return JSON.parse(text) as WebhookMessage
  } catch {
    throw new WebhookError('not_json', 'The message is signed, and is no JSON.')
  }
}

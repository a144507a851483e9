import { sha256, toBase64, toHex, utf8 } from './bytes.js'

const ED25519 = { name: 'Ed25519' }
const PROTOCOL = 'service-operation-v1'
const FINGERPRINT_LENGTH = 16
/** A timestamp may be five minutes old; the rest is for the way and for clocks that differ. */
const OLDEST_SECONDS = 240

type Json = Record<string, unknown>
/** Named by what makes it: browsers and Node.js declare its type at different places. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** A private key as JSON Web Key (RFC 8037). */
export interface SigningJwk {
  kty: string
  crv: string
  /** The private half: a secret. */
  d: string
  x: string
}

/** The text that is signed, and sent: JSON in the form of RFC 8785. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => (item === undefined ? 'null' : canonicalJson(item))).join()}]`
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return canonicalJson((value.toJSON as () => unknown)())
  }
  const fields = Object.entries(value as Json)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join()}}`
}

/** What is signed of a form: its fields as they arrive, and of a file its length and hash. */
export async function signedForm(form: FormData): Promise<string> {
  const fields: [name: string, value: string | Blob][] = []
  form.forEach((value, name) => fields.push([name, value]))
  const signed = await Promise.all(
    fields.map(async ([name, value]) => [
      name,
      // Line ends of a form travel as CRLF.
      typeof value === 'string' ? value.replace(/\r\n|\r|\n/g, '\r\n') : await digestOf(value),
    ])
  )
  return canonicalJson(Object.fromEntries(signed))
}

async function digestOf(file: Blob) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { bytes: bytes.length, sha256: toHex(await sha256(bytes)) }
}

/** An Ed25519 key whose signatures stand on requests, and on the operations that they make. */
export class SigningKey {
  #lastUsed = 0

  private constructor(
    private readonly privateKey: Key,
    /** Base64 of 32 bytes, as `signingKeys.create` takes it. */
    readonly publicKey: string,
    /** The fingerprint, by which the service finds it. */
    readonly keyId: string
  ) {}

  /** A new key. Keep what `export()` gives. */
  static async generate(): Promise<SigningKey> {
    const pair = await crypto.subtle.generateKey(ED25519, true, ['sign', 'verify'])
    return SigningKey.of(pair as { privateKey: Key; publicKey: Key })
  }

  /** A key pair of WebCrypto; its private key may be one that cannot be exported. */
  static async of({
    privateKey,
    publicKey,
  }: {
    privateKey: Key
    publicKey: Key
  }): Promise<SigningKey> {
    const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
    const keyId = toHex(await sha256(raw)).slice(0, FINGERPRINT_LENGTH)
    return new SigningKey(privateKey, toBase64(raw), keyId)
  }

  /** What `export()` gave. */
  static async import({ kty, crv, d, x }: SigningJwk): Promise<SigningKey> {
    const load = (jwk: Partial<SigningJwk>, use: 'sign' | 'verify') =>
      crypto.subtle.importKey('jwk', { kty, crv, x, ...jwk }, ED25519, true, [use])
    const [privateKey, publicKey] = await Promise.all([load({ d }, 'sign'), load({}, 'verify')])
    return SigningKey.of({ privateKey, publicKey })
  }

  /** What to keep of a key that was generated, as a secret. */
  async export(): Promise<SigningJwk> {
    const { kty, crv, d, x } = await crypto.subtle.exportKey('jwk', this.privateKey)
    return { kty: kty!, crv: crv!, d: d!, x: x! }
  }

  /**
   * The headers that sign a request.
   *
   * @param text canonical JSON of the body; `{}` for a request without one
   * @param isRepeatable whether the body names its operation: the same signature may then come again
   */
  async headers(text: string, isRepeatable: boolean): Promise<Record<string, string>> {
    const timestamp = String(isRepeatable ? now() : this.#unusedSecond())
    const input = utf8(`${PROTOCOL}\n${text}\n${timestamp}`)
    const signature = await crypto.subtle.sign(ED25519, this.privateKey, input)
    return {
      'x-service-key-id': this.keyId,
      'x-service-signature': toBase64(new Uint8Array(signature)),
      'x-service-timestamp': timestamp,
    }
  }

  /**
   * A signature serves one request, and two with the same body would have the same one in the same
   * second. So each gets a second of its own, from those that the service still takes.
   */
  #unusedSecond(): number {
    this.#lastUsed = Math.max(this.#lastUsed + 1, now() - OLDEST_SECONDS)
    return this.#lastUsed
  }
}

const now = () => Math.floor(Date.now() / 1000)

import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose'
import { Encryption } from '@adonisjs/core/encryption'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { AUTH_LIMITS } from '../limits.ts'
import {
  signingKey,
  verificationKeys,
  type KeyPurpose,
  type TokenKey,
  type TokenKeyRows,
} from '../core/key_ring.ts'
import type { SecretBox } from './secret_box.ts'
import { TokenKeyStore } from '../storage/token_key_store.ts'

export interface KeyRingOptions {
  purpose: KeyPurpose
  algorithm: 'EdDSA' | 'RS256'
  /** The longest life of a token that these keys sign. */
  tokenLifetimeSeconds: number
}

export interface TokenSigner {
  kid: string
  algorithm: string
  key: CryptoKey
}

const SEAL = 'token-key'

/**
 * The keys of one kind of token, which all processes share through the database. The first use
 * makes the first key. A rotation takes effect at once in the process that did it and within
 * `AUTH_LIMITS.keyRingAgeMs` in others; old and new signatures count everywhere meanwhile, because an
 * unknown key id makes a process look again.
 */
export class KeyRing {
  #keys: TokenKey[] = []
  #loadedAtMs = Number.NEGATIVE_INFINITY
  #loading: Promise<void> | null = null
  #signing: TokenSigner | null = null
  #verifying = new Map<string, CryptoKey>()

  constructor(
    private rows: TokenKeyRows,
    private box: SecretBox,
    private clock: Clock,
    private options: KeyRingOptions
  ) {}

  /**
   * The newest key, which signs.
   *
   * @throws Error when it cannot be decrypted: APP_KEY is not the one that sealed it
   */
  async signing(): Promise<TokenSigner> {
    const newest = signingKey(await this.#recent()) ?? (await this.#first())
    if (this.#signing?.kid === newest.kid) return this.#signing
    const jwk = this.box.decrypt<JWK>(newest.sealedPrivateJwk, SEAL)
    if (jwk === null) {
      throw new Error(
        'The token signing key was sealed with another APP_KEY. Restore that APP_KEY, or make a new signing key with "node ace auth:rotate-keys".'
      )
    }
    const key = await imported(jwk, newest.algorithm)
    this.#signing = { kid: newest.kid, algorithm: newest.algorithm, key }
    return this.#signing
  }

  /** Whether APP_KEY opens what signs; before the first key there is nothing to open. */
  async isOpen(): Promise<boolean> {
    const newest = signingKey(await this.#recent())
    return newest === undefined || this.box.decrypt<JWK>(newest.sealedPrivateJwk, SEAL) !== null
  }

  /** The public key of a key id, or null when its signatures do not count. */
  async verifying(kid: string): Promise<CryptoKey | null> {
    await this.#recent()
    const key = this.#find(kid) ?? (await this.#sought(kid))
    if (!key) return null
    const known = this.#verifying.get(kid)
    if (known) return known
    const publicKey = await imported(key.publicJwk, key.algorithm)
    this.#verifying.set(kid, publicKey)
    return publicKey
  }

  /** The public keys whose signatures count, newest first. */
  async published(): Promise<{ keys: JWK[] }> {
    await this.signing()
    const keys = this.#counting(await this.#recent()).reverse()
    return {
      keys: keys.map(({ publicJwk, kid, algorithm }) => ({
        ...publicJwk,
        kid,
        alg: algorithm,
        use: 'sig',
      })),
    }
  }

  /**
   * Makes a new signing key. Of two simultaneous rotations one makes the key and the other takes it
   * over.
   *
   * @returns the key id
   */
  async rotate(): Promise<string> {
    await this.#reload()
    await this.#add((signingKey(this.#keys)?.generation ?? 0) + 1)
    return signingKey(this.#keys)!.kid
  }

  async #first(): Promise<TokenKey> {
    await this.#add(1)
    return signingKey(this.#keys)!
  }

  async #add(generation: number) {
    const { purpose, algorithm } = this.options
    const pair = await generateKeyPair(algorithm, { extractable: true })
    const publicJwk = await exportJWK(pair.publicKey)
    const privateJwk = await exportJWK(pair.privateKey)
    await this.rows.add({
      kid: await calculateJwkThumbprint(publicJwk),
      purpose,
      generation,
      algorithm,
      publicJwk: { ...publicJwk },
      sealedPrivateJwk: this.box.encrypt(privateJwk, { purpose: SEAL }),
      createdAt: this.clock.nowMicros(),
      retiredAt: null,
    })
    await this.#reload()
  }

  #counting(keys: readonly TokenKey[]): TokenKey[] {
    const graceSeconds = this.options.tokenLifetimeSeconds + (2 * AUTH_LIMITS.keyRingAgeMs) / 1000
    return verificationKeys(keys, this.clock.nowMicros(), graceSeconds)
  }

  /**
   * Loads twice when a load was running already, because that one may have read before the key was
   * stored.
   */
  async #sought(kid: string): Promise<TokenKey | undefined> {
    const wasRunning = this.#loading !== null
    await this.#reload()
    if (wasRunning && !this.#find(kid)) await this.#reload()
    return this.#find(kid)
  }

  #find(kid: string): TokenKey | undefined {
    return this.#counting(this.#keys).find((key) => key.kid === kid)
  }

  async #recent(): Promise<TokenKey[]> {
    if (this.clock.nowMs() - this.#loadedAtMs >= AUTH_LIMITS.keyRingAgeMs) await this.#reload()
    return this.#keys
  }

  /** One load at a time, so that tokens with invented key ids cannot occupy the connection pool. */
  #reload(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null
    })
    return this.#loading
  }

  async #load() {
    const loadedAtMs = this.clock.nowMs()
    this.#keys = await this.rows.all(this.options.purpose)
    this.#loadedAtMs = loadedAtMs
  }
}

/** Keys of access tokens. */
@singleton()
export class AccessTokenKeys extends KeyRing {
  constructor(rows: TokenKeyStore, box: Encryption, clock: Clock) {
    super(rows, box, clock, {
      purpose: 'access_token',
      algorithm: 'EdDSA',
      // The longest life of all kinds: a retired key must count until the last scoped token has
      // expired.
      tokenLifetimeSeconds: AUTH_LIMITS.scopedTokenMinutesMax * 60,
    })
  }
}

/** Keys of the development identity provider. */
@singleton()
export class DevIdentityKeys extends KeyRing {
  constructor(rows: TokenKeyStore, box: Encryption, clock: Clock) {
    super(rows, box, clock, {
      purpose: 'dev_identity',
      algorithm: 'RS256',
      tokenLifetimeSeconds: AUTH_LIMITS.devIdTokenSeconds,
    })
  }
}

async function imported(jwk: JWK, algorithm: string): Promise<CryptoKey> {
  const key = await importJWK(jwk, algorithm)
  if (key instanceof Uint8Array) throw new Error('A token key must be an asymmetric key')
  return key
}

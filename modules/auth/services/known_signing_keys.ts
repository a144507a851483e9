import type { KeyObject } from 'node:crypto'
import { CLOCK_EVERY_MS, boundedCache } from '#app/storage/bounded_cache'
import { singleton } from '#app/extension/singleton'
import { AUTH_LIMITS } from '../limits.ts'
import type { SigningKey } from '../core/signing_key.ts'
import { ActivateSigningKeys } from './activate_signing_keys.ts'
import { verifyingKey } from './signing_public_key.ts'
import { SigningKeyStore } from '../storage/signing_key_store.ts'

export interface KnownSigningKey {
  key: SigningKey
  verifier: KeyObject
}

type Reading = Promise<KnownSigningKey | null>

/**
 * Signing keys as this process knows them. Each is read from the database at most every
 * `AUTH_LIMITS.signingKeyFreshMs`, so that a revocation in another process is noticed in time, without a
 * message that could be lost. A reading is remembered from the moment of its question: one that
 * began before a revocation is dropped with it.
 */
@singleton()
export class KnownSigningKeys {
  #readings = boundedCache<Reading>(AUTH_LIMITS.rememberedSigningKeys, {
    ttl: AUTH_LIMITS.signingKeyFreshMs - CLOCK_EVERY_MS,
  })

  constructor(
    private keys: SigningKeyStore,
    private activate: ActivateSigningKeys
  ) {}

  /** @throws when the database is away: no key is accepted then */
  find(orgId: string, fingerprint: string): Reading {
    const address = addressOf(orgId, fingerprint)
    const known = this.#readings.get(address)
    if (known) return known
    const reading = this.#read(orgId, fingerprint)
    this.#readings.set(address, reading)
    // A failed reading is dropped, so that the next request asks again.
    reading.catch(() => {
      if (this.#readings.peek(address) === reading) this.#readings.delete(address)
    })
    return reading
  }

  forget(orgId: string, fingerprint: string) {
    this.#readings.delete(addressOf(orgId, fingerprint))
  }

  async #read(orgId: string, fingerprint: string): Reading {
    const found = await this.keys.byFingerprint(orgId, fingerprint)
    if (found === null) return null
    const key = await this.activate.current(found)
    return { key, verifier: verifyingKey(key.publicKey) }
  }
}

function addressOf(orgId: string, fingerprint: string): string {
  return `${orgId} ${fingerprint}`
}

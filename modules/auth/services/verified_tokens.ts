import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Principal } from '#app/extension/principal'
import { LIMITS } from '#app/limits'

interface VerifiedToken {
  principal: Principal
  expiresAtMs: number
}

/**
 * Access tokens whose signature was checked in this process: most requests come from few tokens,
 * and a signature check costs more than the rest of authentication. Kept by hash, so that no memory
 * dump holds credentials, and never believed past their expiry.
 */
export class VerifiedTokens {
  #tokens: LRUCache<string, VerifiedToken>

  constructor(max: number = LIMITS.rememberedTokens) {
    this.#tokens = new LRUCache({ max, maxSize: LIMITS.rememberedTokenCharacters })
  }

  find(token: string, nowMs: number): Principal | null {
    const key = fingerprint(token)
    const known = this.#tokens.get(key)
    if (!known) return null
    if (known.expiresAtMs > nowMs) return known.principal
    this.#tokens.delete(key)
    return null
  }

  remember(token: string, principal: Principal, expiresAtMs: number) {
    // A scoped token's statements are most of what is remembered of it.
    this.#tokens.set(fingerprint(token), { principal, expiresAtMs }, { size: token.length })
  }

  get size(): number {
    return this.#tokens.size
  }
}

function fingerprint(token: string): string {
  return hash('sha256', token, 'base64')
}

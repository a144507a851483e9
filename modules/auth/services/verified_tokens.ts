import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Principal } from '#app/extension/principal'
import { AUTH_LIMITS } from '../limits.ts'

interface VerifiedToken {
  principal: Principal
  expiresAtMs: number
}

/**
 * Access tokens whose signature this process has checked: most requests come from few tokens, and
 * checking a signature costs more than the rest of authentication. They are kept by hash, so that
 * no memory dump holds credentials, and not past their expiry.
 */
export class VerifiedTokens {
  #tokens = new LRUCache<string, VerifiedToken>({ maxSize: AUTH_LIMITS.rememberedTokenCharacters })
  /** What a short token counts for, so that there are never more than so many. */
  #least: number

  constructor(most: number = AUTH_LIMITS.rememberedTokens) {
    this.#least = Math.ceil(AUTH_LIMITS.rememberedTokenCharacters / most)
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
    // Most memory goes to a scoped token's statements, so the length of the token is its size.
    const size = Math.max(token.length, this.#least)
    this.#tokens.set(fingerprint(token), { principal, expiresAtMs }, { size })
  }

  get size(): number {
    return this.#tokens.size
  }
}

function fingerprint(token: string): string {
  return hash('sha256', token, 'base64')
}

import { LRUCache } from 'lru-cache'
import type { Principal } from '#app/extension/principal'
import type { Credential } from '#app/http/credential'
import { AUTH_LIMITS } from '../limits.ts'

interface VerifiedToken {
  principal: Principal
  expiresAtMs: number
}

/**
 * Access tokens whose signature this process has checked: most requests come from few tokens, and
 * checking a signature costs more than the rest of authentication. They are kept by
 * `Credential.hash`, and not past their expiry.
 */
export class VerifiedTokens {
  #tokens = new LRUCache<string, VerifiedToken>({ maxSize: AUTH_LIMITS.rememberedTokenCharacters })
  /** What a short token counts for, so that there are never more than so many. */
  #least: number

  constructor(most: number = AUTH_LIMITS.rememberedTokens) {
    this.#least = Math.ceil(AUTH_LIMITS.rememberedTokenCharacters / most)
  }

  find({ hash }: Credential, nowMs: number): Principal | null {
    const known = this.#tokens.get(hash)
    if (!known) return null
    if (known.expiresAtMs > nowMs) return known.principal
    this.#tokens.delete(hash)
    return null
  }

  remember({ hash, token }: Credential, known: VerifiedToken) {
    // Most memory goes to a scoped token's statements, so the length of the token is its size.
    const size = Math.max(token.length, this.#least)
    this.#tokens.set(hash, known, { size })
  }

  get size(): number {
    return this.#tokens.size
  }
}

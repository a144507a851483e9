import type { Micros } from '#app/clock/clock'

export type KeyPurpose = 'access_token' | 'dev_identity'

/** A signing key as it is stored. */
export interface TokenKey {
  /** RFC 7638 thumbprint of the public key. */
  kid: string
  purpose: KeyPurpose
  /** Counts up from 1 for each purpose; the highest generation signs. */
  generation: number
  algorithm: string
  publicJwk: Record<string, unknown>
  /** The private key, encrypted with the application key. */
  sealedPrivateJwk: string
  createdAt: Micros
  /** When a newer key took over; null for the key that signs. */
  retiredAt: Micros | null
}

/** The stored keys. `add` is atomic, so that of two processes only one makes a generation. */
export interface TokenKeyRows {
  all(purpose: KeyPurpose): Promise<TokenKey[]>
  /**
   * Stores a key and retires the older ones.
   *
   * @returns false when the generation exists already
   */
  add(key: TokenKey): Promise<boolean>
}

export function signingKey(keys: readonly TokenKey[]): TokenKey | undefined {
  return keys.reduce<TokenKey | undefined>(
    (newest, key) => (newest && newest.generation > key.generation ? newest : key),
    undefined
  )
}

/**
 * Keys whose signatures still count. A retired key counts until the last token that it may have
 * signed has expired: `graceSeconds` is the lifetime of a token plus the time in which a process
 * may not have noticed the new key.
 */
export function verificationKeys(
  keys: readonly TokenKey[],
  nowMicros: Micros,
  graceSeconds: number
): TokenKey[] {
  const newest = signingKey(keys)
  return keys.filter(
    (key) =>
      key === newest ||
      key.retiredAt === null ||
      key.retiredAt + graceSeconds * 1_000_000 > nowMicros
  )
}

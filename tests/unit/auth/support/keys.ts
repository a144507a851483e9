import { setTimeout as delay } from 'node:timers/promises'
import type { KeyPurpose, TokenKey, TokenKeyRows } from '#modules/auth/core/key_ring'
import type { SecretBox } from '#modules/auth/services/secret_box'

/** Rows that several key rings share, as processes share a table. */
export class SharedRows implements TokenKeyRows {
  keys: TokenKey[] = []
  reads = 0

  async all(purpose: KeyPurpose) {
    this.reads += 1
    const found = this.keys.filter((key) => key.purpose === purpose).map((key) => ({ ...key }))
    await delay(1)
    return found
  }

  async add(key: TokenKey) {
    await delay(1)
    const same = this.keys.filter(({ purpose }) => purpose === key.purpose)
    if (same.some(({ generation }) => generation === key.generation)) return false
    for (const older of same) older.retiredAt ??= key.createdAt
    this.keys.push(key)
    return true
  }
}

/** A box anybody with the same key can open. */
export class PlainBox implements SecretBox {
  constructor(private key = 'k') {}

  encrypt(payload: unknown, options: { purpose?: string } = {}) {
    return JSON.stringify([this.key, options.purpose, payload])
  }

  decrypt<Payload>(value: string, purpose?: string): Payload | null {
    const [key, madeFor, payload] = JSON.parse(value) as [string, string, Payload]
    return key === this.key && madeFor === purpose ? payload : null
  }
}

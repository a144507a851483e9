import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import type { AbstractViemLocalAccount } from '@nktkas/hyperliquid/signing'
import { privateKeyToAccount } from 'viem/accounts'

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * A signing key of the venue that does not print itself. It has the form of a wallet that the
 * signing library accepts, so that the key never leaves this object unsealed.
 */
export class VenueKey implements AbstractViemLocalAccount {
  readonly #hex: `0x${string}`
  readonly address: `0x${string}`

  /**
   * @param hex 32 bytes
   * @throws Error for anything else; the text is not repeated
   */
  constructor(hex: string) {
    const digits = hex.trim().replace(/^0x/i, '').toLowerCase()
    if (!/^[0-9a-f]{64}$/.test(digits) || /^0+$/.test(digits)) {
      throw new Error('A venue key must be 32 bytes in hexadecimal')
    }
    this.#hex = `0x${digits}`
    this.address = privateKeyToAccount(this.#hex).address.toLowerCase() as `0x${string}`
  }

  static draw(): VenueKey {
    return new VenueKey(randomBytes(32).toString('hex'))
  }

  signTypedData(
    typedData: Parameters<AbstractViemLocalAccount['signTypedData']>[0]
  ): Promise<`0x${string}`> {
    return privateKeyToAccount(this.#hex).signTypedData(typedData)
  }

  /**
   * Encrypts the key for storage. `binding` names what the key belongs to, so that rows cannot be
   * swapped.
   */
  seal(secret: Buffer, binding: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', secret, iv)
    cipher.setAAD(Buffer.from(binding))
    const text = Buffer.concat([cipher.update(this.#hex.slice(2), 'hex'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
  }

  /** @throws Error when the secret or the binding is a different one */
  static open(sealed: string, secret: Buffer, binding: string): VenueKey {
    const bytes = Buffer.from(sealed, 'base64')
    const iv = bytes.subarray(0, IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', secret, iv)
    decipher.setAAD(Buffer.from(binding))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
    return new VenueKey(Buffer.concat([text, decipher.final()]).toString('hex'))
  }

  toString() {
    return '[venue key]'
  }

  toJSON() {
    return this.toString()
  }

  [inspect.custom]() {
    return this.toString()
  }
}

/**
 * The key that seals keys.
 *
 * @param text 32 random characters or more
 */
export function sealingSecret(text: string): Buffer {
  return Buffer.from(hkdfSync('sha256', text, '', 'venue keys', 32))
}

import { inspect } from 'node:util'
import type { Hex } from '../core/chain_types.ts'

/**
 * A private key that does not print itself: logging or serialising whatever holds it shows a
 * placeholder. Only a signer and the gateway call `reveal`, to sign and to name the account.
 */
export class OperatorKey {
  readonly #hex: Hex

  /** @throws Error when the text is not 32 bytes in hexadecimal; the text is not repeated */
  constructor(text: string) {
    const digits = text.trim().replace(/^0x/i, '').toLowerCase()
    if (!/^[0-9a-f]{64}$/.test(digits) || /^0+$/.test(digits)) {
      throw new Error(
        'OPERATOR_KEY must be 32 bytes in hexadecimal; generate one with "openssl rand -hex 32"'
      )
    }
    this.#hex = `0x${digits}`
  }

  reveal(): Hex {
    return this.#hex
  }

  toString() {
    return '[operator key]'
  }

  toJSON() {
    return this.toString()
  }

  [inspect.custom]() {
    return this.toString()
  }
}

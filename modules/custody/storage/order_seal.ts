import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Secret } from '@adonisjs/core/helpers'
import type { Address, Hex } from '../core/chain_types.ts'

/** A transaction as a process of the service has ordered it. */
export interface Order {
  /** Of its row. */
  id: string
  chainId: number
  lane: Address
  nonce: number
  purpose: string
  to: Address
  data: Hex
}

/**
 * Shows whoever signs that a process of the service has ordered what a row of the database says: a mark that only
 * those can make who have a secret which the database does not. A row that somebody wrote, changed or copied
 * there has none that fits; a nonce is part of it, so none fits twice.
 */
export class OrderSeal {
  readonly #key: Uint8Array

  /** @param secret shared by all processes of the service */
  constructor(secret: Secret<string>) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret.release(), '', 'custody order', 32))
  }

  /** @returns 64 hexadecimal digits */
  of({ id, chainId, lane, nonce, purpose, to, data }: Order): string {
    const told = JSON.stringify([id, chainId, lane, nonce, purpose, to, data])
    return createHmac('sha256', this.#key).update(told).digest('hex')
  }

  fits(order: Order, seal: string | null): boolean {
    if (seal === null) return false
    const [told, wanted] = [Buffer.from(seal), Buffer.from(this.of(order))]
    return told.length === wanted.length && timingSafeEqual(told, wanted)
  }
}

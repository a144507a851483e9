import { createHash } from 'node:crypto'

/**
 * The id of an order at the venue. It is derived from the operation path, so that a caller who lost
 * the answer can ask for the order, and an order that is sent twice can be told from two orders.
 *
 * @param part tells the orders of one operation apart; 0 for the first
 */
export function clientOrderId(realmId: string, path: string, part = 0): string {
  const seed = part === 0 ? `cloid|${realmId}|${path}` : `cloid|${realmId}|${path}|${part}`
  return `0x${createHash('sha256').update(seed).digest('hex').slice(0, 32)}`
}

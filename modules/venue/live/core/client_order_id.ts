import { createHash } from 'node:crypto'

/**
 * The id an order is known by at the venue: it follows from the operation path, so that whoever
 * lost the answer can ask for the order, and sending it twice can be told from two orders.
 *
 * @param part tells the orders of one operation apart; 0 for the first
 */
export function clientOrderId(realmId: string, path: string, part = 0): string {
  const seed = part === 0 ? `cloid|${realmId}|${path}` : `cloid|${realmId}|${path}|${part}`
  return `0x${createHash('sha256').update(seed).digest('hex').slice(0, 32)}`
}

/** How urgent a request is. The less urgent it is, the more of the budget it leaves alone. */
export type Priority = 'cancel' | 'order' | 'state' | 'history'

export interface Bucket {
  /** Weight that may be used now. */
  tokens: number
  /** The moment of `tokens`, in milliseconds since the Unix epoch. */
  atMs: number
}

/** Four fifths of the weight that an address may use in a minute, which is 1200. */
export const BUCKET_SIZE = 960
const REFILL_PER_MS = BUCKET_SIZE / 60_000

/** Share of the bucket that is kept for more urgent requests. */
const KEPT: Record<Priority, number> = { cancel: 0, order: 0.1, state: 0.3, history: 0.5 }

/** @returns the bucket after the request, or how long to wait until the budget suffices */
export function takeWeight(
  bucket: Bucket,
  weight: number,
  priority: Priority,
  nowMs: number
): { bucket: Bucket } | { waitMs: number } {
  const elapsed = Math.max(0, nowMs - bucket.atMs)
  const tokens = Math.min(BUCKET_SIZE, bucket.tokens + elapsed * REFILL_PER_MS)
  const missing = KEPT[priority] * BUCKET_SIZE + weight - tokens
  if (missing > 0) return { waitMs: Math.ceil(missing / REFILL_PER_MS) }
  return { bucket: { tokens: tokens - weight, atMs: Math.max(nowMs, bucket.atMs) } }
}

const LIGHT = new Set(['l2Book', 'allMids', 'clearinghouseState', 'orderStatus', 'exchangeStatus'])

/** The weight of an info request. */
export function infoWeight(type: string): number {
  if (LIGHT.has(type)) return 2
  return type === 'userRole' ? 60 : 20
}

import type { LIMITS } from '#app/limits'

type SocketLimit = Extract<keyof typeof LIMITS, `socket${string}`>

/**
 * The `LIMITS` of connections. They are handed in, so that tests need not wait for the real ones.
 */
export type SocketLimits = Readonly<Record<SocketLimit, number>>

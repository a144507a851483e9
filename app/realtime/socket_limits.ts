import type { LIMITS } from '#app/limits'

type SocketLimit = Extract<keyof typeof LIMITS, `socket${string}`>

/** What of `LIMITS` is about connections. Handed in, so that tests need not wait for the real ones. */
export type SocketLimits = Readonly<Record<SocketLimit, number>>

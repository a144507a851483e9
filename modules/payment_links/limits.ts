import { assertRules } from '#app/limits'

export const PAYMENT_LINK_LIMITS = {
  linkReturnUrlLength: 2048,
  /** Characters of what a payer is told about a payment, as wide as their columns. */
  linkDescriptionLength: 200,
  linkReferenceLength: 64,
  /** Schemes of applications that an operator may register for return URLs. */
  returnUrlSchemes: 10,
  paymentLinkMinutesDefault: 60,
  paymentLinkMinutesMax: 10_080,
  /** How long after its deadline a link waits for money that was seen and is not final yet. */
  paymentLinkSeenMs: 60 * 60_000,
  /**
   * How long after its deadline a live deposit link ends: until then the blocks before the deadline
   * are read.
   */
  paymentLinkBlocksMs: 10_000,
  /** Payment pages that one process streams to; other pages poll. */
  paymentStreams: 500,
  /** A page reopens its stream after this, so that no connection delays the end of a process. */
  paymentStreamMs: 25_000,
  paymentStreamPollMs: 1000,
  /** How long a receipt can be read before its page leads back; whoever wants to stay stays. */
  leaveSeconds: 10,
  /** How long a browser that has seen a payment without a script is led back when it has ended. */
  watchedSeconds: 120,
  /** Characters of an address in a payer's form. */
  addressTextLength: 64,
  /** Bytes of a logo on a payment page; larger logos are left out. */
  logoBytes: 512 * 1024,
  logoTimeoutMs: 4000,
  logoFreshMs: 10 * 60_000,
  /** Logos that a process keeps, of at most 512 KiB each. */
  rememberedLogos: 64,
} as const

/** @throws Error when two of them contradict each other; called once at boot */
export function assertPaymentLinkLimits(
  limits: Record<keyof typeof PAYMENT_LINK_LIMITS, number> = PAYMENT_LINK_LIMITS
) {
  assertRules('modules/payment_links/limits.ts', [
    [
      limits.paymentLinkMinutesDefault <= limits.paymentLinkMinutesMax,
      'link default above its max',
    ],
  ])
}

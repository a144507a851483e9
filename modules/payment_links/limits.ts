import { assertRules } from '#app/limits'

export const PAYMENT_LINK_LIMITS = {
  linkReturnUrlLength: 2048,
  /** Schemes of applications an operator registers for return URLs. */
  returnUrlSchemes: 10,
  linkMetadataKeys: 32,
  linkMetadataKeyLength: 63,
  linkMetadataValueLength: 256,
  paymentLinkMinutesDefault: 60,
  paymentLinkMinutesMax: 10_080,
  /** How long past its deadline a link waits for money that was seen and is not final yet. */
  paymentLinkSeenMs: 60 * 60_000,
  /** After its deadline a live deposit link is over when the blocks before it have been read. */
  paymentLinkBlocksMs: 10_000,
  /** Payment pages one process keeps informed at a time; past it pages ask by themselves. */
  paymentStreams: 500,
  /** A page opens its stream again after this: no connection holds up the end of a process. */
  paymentStreamMs: 25_000,
  paymentStreamPollMs: 1000,
  /** What a payer may type into a form. */
  addressTextLength: 64,
  /** A logo that a payment page shows; larger ones are left out. */
  logoBytes: 512 * 1024,
  logoTimeoutMs: 4000,
  logoFreshMs: 10 * 60_000,
  /** Logos a process keeps, of 512 KiB at most each. */
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

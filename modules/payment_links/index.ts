/** All that other modules may use of payment links. */
export type { LinkStatus, LinkType, PaymentLink } from './core/payment_link.ts'

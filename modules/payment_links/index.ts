/** The face of payment links: all that other modules may know of them. */
export type { LinkStatus, LinkType, PaymentLink } from './core/payment_link.ts'

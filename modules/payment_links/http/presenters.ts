import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import type { DepositInstructions } from '#app/extension/settlement_rail'
import { formatUsd } from '#app/money/usd'
import { statusAt, type PaymentLink } from '../core/payment_link.ts'
import type { PublicPayment } from '../services/show_payment.ts'

/** @param now the moment the answer's status holds at */
export function presentLink(link: PaymentLink, appUrl: string, now: Micros) {
  return {
    id: link.id,
    url: `${appUrl.replace(/\/+$/, '')}/pay/${link.token}`,
    token: link.token,
    type: link.type,
    status: statusAt(link, now),
    amount: formatUsd(link.amount),
    denomination: link.denomination,
    objectPath: link.objectPath,
    operationId: link.operationId,
    expiresAt: toRfc3339(link.expiresAt),
    returnUrl: link.returnUrl,
    returnStrategy: link.returnStrategy,
    metadata: link.metadata,
    createdAt: toRfc3339(link.createdAt),
  }
}

/** Where real money goes. The link has a deadline of its own. */
export function presentPayTo(instructions: DepositInstructions | null) {
  if (!instructions) return {}
  const { poolAddress, tokenAddress, chain } = instructions
  return { poolAddress, tokenAddress, chain }
}

/** What the payer sees: nothing of the realm's tree, of its operations or of the builder's notes. */
export function presentPayment(payment: PublicPayment) {
  const { link, status, realmName, branding, paper, instructions } = payment
  return {
    id: link.id,
    type: link.type,
    status,
    amount: formatUsd(link.amount),
    denomination: link.denomination,
    realmName,
    branding,
    asset: paper ? 'paper' : 'live',
    ...presentPayTo(instructions),
    expiresAt: toRfc3339(link.expiresAt),
    returnUrl: link.returnUrl,
    returnStrategy: link.returnStrategy,
  }
}

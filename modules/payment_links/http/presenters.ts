import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { formatUsd, type Atoms } from '#app/money/usd'
import type { DepositInstructions } from '#modules/ledger/extension/settlement_rail'
import { statusAt, type PaymentLink } from '../core/payment_link.ts'
import type { Receipt } from '../services/read_receipt.ts'
import type { PublicPayment } from '../services/show_payment.ts'

/**
 * @param token null when the caller may not see it
 * @param now the moment of the answer's status
 */
export function presentLink(
  { link, token }: { link: PaymentLink; token: string | null },
  appUrl: string,
  now: Micros
) {
  return {
    id: link.id,
    url: token === null ? null : `${appUrl.replace(/\/+$/, '')}/pay/${token}`,
    token,
    type: link.type,
    status: statusAt(link, now),
    amount: formatUsd(link.amount),
    denomination: link.denomination,
    objectPath: link.objectPath,
    operationId: link.operationId,
    expiresAt: toRfc3339(link.expiresAt),
    returnUrl: link.returnUrl,
    returnStrategy: link.returnStrategy,
    description: link.description,
    reference: link.reference,
    metadata: link.metadata,
    destinationAddress: link.destinationAddress,
    receivedAmount: orNull(link.receivedAmount),
    lateAmount: orNull(link.lateAmount),
    createdAt: toRfc3339(link.createdAt),
  }
}

/** Where real money goes. The link has a deadline of its own. */
export function presentPayTo(instructions: DepositInstructions | null) {
  if (!instructions) return {}
  const { poolAddress, tokenAddress, chain } = instructions
  return { poolAddress, tokenAddress, chain }
}

export function presentReceipt(receipt: Receipt | null) {
  return receipt && { ...receipt, completedAt: toRfc3339(receipt.completedAt) }
}

/** What the payer may see: nothing of the realm's tree, its operations or the builder's notes. */
export function presentPayment(payment: PublicPayment) {
  const { link, status, progress, realmName, branding, paper, instructions } = payment
  return {
    id: link.id,
    type: link.type,
    status,
    progress,
    amount: formatUsd(link.amount),
    denomination: link.denomination,
    description: link.description,
    reference: link.reference,
    receivedAmount: orNull(link.receivedAmount),
    lateAmount: orNull(link.lateAmount),
    receipt: presentReceipt(payment.receipt),
    failureMessage: payment.failureMessage,
    realmName,
    branding,
    asset: paper ? 'paper' : 'live',
    ...presentPayTo(instructions),
    ...(link.type === 'withdrawal' && { destinationAddress: payment.destinationAddress }),
    expiresAt: toRfc3339(link.expiresAt),
    returnUrl: link.returnUrl,
    returnStrategy: link.returnStrategy,
  }
}

function orNull(amount: Atoms | null): string | null {
  return amount === null ? null : formatUsd(amount)
}

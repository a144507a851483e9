import { toRfc3339 } from '#app/clock/timestamp'
import type { DepositInstructions } from '#modules/ledger/extension/settlement_rail'
import { returnAddress, returnOrigin } from '../core/return_address.ts'
import type { PaymentLink } from '../core/payment_link.ts'
import { walletLink } from '../core/wallet_link.ts'
import { CANCELLED } from '../services/cancel_link.ts'
import type { PublicPayment } from '../services/show_payment.ts'
import { isolated, type PageLanguage } from './page_language.ts'
import { qrCode } from './qr_code.ts'

const CHAINS: Record<string, string> = {
  'eip155:1': 'Ethereum',
  'eip155:10': 'OP Mainnet',
  'eip155:137': 'Polygon',
  'eip155:8453': 'Base',
  'eip155:42161': 'Arbitrum One',
  'eip155:11155111': 'Sepolia testnet',
}
const LOCAL_CHAINS = new Set(['eip155:31337', 'eip155:1337'])
const MICROS_PER_SECOND = 1_000_000

/** What the page shows: what the payer has to do, that the chain has to act, or how it ended. */
type PageState =
  'send' | 'simulate' | 'payout' | 'review' | 'processing' | 'completed' | 'expired' | 'failed'

const WAITING: ReadonlySet<PageState> = new Set(['send', 'simulate', 'payout', 'review'])

/** Why a form that the payer sent was refused. */
export interface PageProblem {
  /** The field beside which it is shown; null for the form as a whole. */
  field: string | null
  /** Its text is `problem.<kind>` of the language. */
  kind: 'required' | 'form' | 'zero' | 'checksum' | 'fixed' | 'refused'
  /** What the service says of a refusal, in English; null where the kind says all. */
  detail: string | null
  /** What the payer typed, to be corrected instead of typed again. */
  typed: string
}

/** What came with the request for the page. */
export interface PageVisit {
  problem?: PageProblem | null
  /** The address that the payer has typed and now checks before money goes there. */
  review?: string | null
  /** Whether this browser showed the payment before it had ended. */
  hasWatched?: boolean
}

/** A payment as its page shows it. */
export function presentPage(
  payment: PublicPayment,
  language: PageLanguage,
  { problem = null, review = null, hasWatched = false }: PageVisit = {}
) {
  const { link, paper } = payment
  const isDeposit = link.type === 'deposit'
  const state = stateOf(payment, review)
  const isWaiting = WAITING.has(state)
  return {
    state,
    isWaiting,
    isDeposit,
    closing: isClosing(payment),
    paper,
    ...brandOf(payment, language),
    path: `/pay/${payment.token}`,
    linkId: link.id,
    status: payment.status,
    progress: payment.progress,
    figure: language.figure(link.amount),
    denomination: link.denomination,
    ...amountsOf(link, language),
    description: link.description,
    reference: link.reference,
    reason: reasonOf(payment),
    isCancelled: payment.failureMessage === CANCELLED,
    destination: review ?? payment.destinationAddress,
    isReviewed: review !== null,
    payTo: payToOf(payment, language),
    receipt: receiptOf(payment, language),
    expiry: expiryOf(payment, state, language),
    refreshSeconds: refreshOf(payment, state),
    back: backOf(payment, isWaiting || state === 'processing'),
    leads: hasWatched && state === 'completed',
    problem,
  }
}

/** Whose page it is. */
function brandOf({ branding, realmName, paper, link }: PublicPayment, language: PageLanguage) {
  const name = branding?.displayName ?? realmName
  const isDeposit = link.type === 'deposit'
  return {
    name: isolated(name),
    initial: [...name.trim()][0]?.toUpperCase() ?? '?',
    hasLogo: branding?.logoUrl !== undefined,
    accent: branding?.accentColor?.slice(1).toLowerCase() ?? null,
    banner: paper ? (branding?.environmentBannerText ?? language.text('test_money')) : null,
    heading: language.text(isDeposit ? 'deposit_to' : 'payout_from', { name: isolated(name) }),
  }
}

function stateOf(payment: PublicPayment, review: string | null): PageState {
  const { status, progress, failed, link, instructions, destinationAddress } = payment
  if (status === 'completed') return 'completed'
  if (status === 'expired') return failed ? 'failed' : 'expired'
  if (progress === 'processing') return 'processing'
  if (link.type === 'deposit') return instructions ? 'send' : 'simulate'
  return review !== null || destinationAddress !== null ? 'review' : 'payout'
}

/** No payment was seen yet: after the deadline the chain is asked for the last blocks before it. */
function isClosing({ link, paper, seen }: PublicPayment): boolean {
  return link.type === 'deposit' && !paper && !seen
}

function amountsOf(link: PaymentLink, language: PageLanguage) {
  const { amount, receivedAmount, lateAmount, denomination } = link
  const isOther = receivedAmount !== null && receivedAmount !== amount
  return {
    amount: language.money(amount, denomination),
    /** Where it is not the amount that was asked for. */
    received: isOther ? language.money(receivedAmount, denomination) : null,
    late: lateAmount === null ? null : language.money(lateAmount, denomination),
  }
}

/**
 * What the service says of a payment that failed, in English. What the page says itself, in the
 * language of the payer, is left out.
 */
function reasonOf({ failureMessage }: PublicPayment): string | null {
  const isTold =
    failureMessage === CANCELLED || failureMessage?.startsWith('The payment link expired')
  return isTold ? null : failureMessage
}

function payToOf({ instructions, link }: PublicPayment, language: PageLanguage) {
  if (!instructions) return null
  const { poolAddress, tokenAddress, chain } = instructions
  return {
    address: poolAddress,
    token: tokenAddress,
    network: networkOf(chain, language),
    wallet: walletLink({ poolAddress, tokenAddress, chain, amount: link.amount }),
    code: qrCode(poolAddress),
  }
}

function networkOf(chain: DepositInstructions['chain'], language: PageLanguage): string {
  if (LOCAL_CHAINS.has(chain)) return language.text('local_chain')
  return CHAINS[chain] ?? language.text('other_chain', { id: chain })
}

/** What somebody keeps who has paid, or was paid. */
function receiptOf({ receipt, link }: PublicPayment, language: PageLanguage) {
  if (receipt === null) return null
  return {
    at: language.moment(receipt.completedAt),
    number: link.id,
    reference: link.reference,
    transactions: receipt.transactions.map(({ txHash, chain }) => ({
      hash: txHash,
      network: networkOf(chain, language),
    })),
  }
}

function expiryOf(payment: PublicPayment, state: PageState, language: PageLanguage) {
  const { link, branding, readAt } = payment
  if (branding?.hideExpiryTimer || !(WAITING.has(state) || state === 'expired')) return null
  const secondsLeft = Math.max(0, Math.ceil((link.expiresAt - readAt) / MICROS_PER_SECOND))
  return {
    at: toRfc3339(link.expiresAt),
    secondsLeft,
    words: language.moment(link.expiresAt).human,
  }
}

/**
 * After how many seconds the page reloads without scripts; null while a payer may be typing an
 * address.
 */
function refreshOf({ link, paper }: PublicPayment, state: PageState): number | null {
  if (state === 'processing') return 3
  return WAITING.has(state) && link.type === 'deposit' && !paper ? 10 : null
}

function backOf({ link, status }: PublicPayment, isOpen: boolean) {
  if (link.returnUrl === null) return { address: null, origin: null, strategy: link.returnStrategy }
  return {
    address: isOpen ? null : returnAddress(link.returnUrl, link.id, status),
    origin: returnOrigin(link.returnUrl),
    strategy: link.returnStrategy,
  }
}

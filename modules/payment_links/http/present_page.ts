import { encodeQR } from 'qr'
import { toRfc3339 } from '#app/clock/timestamp'
import { formatUsd, type Atoms } from '#app/money/usd'
import type { DepositInstructions } from '#modules/ledger/extension/settlement_rail'
import { returnAddress, returnOrigin } from '../core/return_address.ts'
import type { PublicPayment } from '../services/show_payment.ts'

const CHAINS: Record<string, string> = {
  'eip155:1': 'Ethereum',
  'eip155:10': 'OP Mainnet',
  'eip155:137': 'Polygon',
  'eip155:8453': 'Base',
  'eip155:42161': 'Arbitrum One',
  'eip155:11155111': 'Sepolia testnet',
  'eip155:31337': 'Local test chain',
  'eip155:1337': 'Local test chain',
}
const MICROS_PER_SECOND = 1_000_000
const TEST_BANNER = 'Test environment: no real money moves here.'

/** What the page shows: the payer has to act, the chain has to act, or how the payment ended. */
type PageState = 'waiting' | 'processing' | 'completed' | 'expired' | 'failed'

/** Why a form that the payer sent was refused. */
export interface PageProblem {
  /** The field beside which it is shown; null for the form as a whole. */
  field: string | null
  message: string
  /** What the payer typed, to be corrected instead of typed again. */
  typed: string
}

/** A payment as its page shows it. */
export function presentPage(payment: PublicPayment, problem: PageProblem | null = null) {
  const { link, branding, paper, instructions } = payment
  const name = branding?.displayName ?? payment.realmName
  const isDeposit = link.type === 'deposit'
  const state = stateOf(payment)
  return {
    state,
    isDeposit,
    closing: isClosing(payment),
    paper,
    name,
    initial: [...name.trim()][0]?.toUpperCase() ?? '?',
    hasLogo: branding?.logoUrl !== undefined,
    accent: branding?.accentColor?.slice(1).toLowerCase() ?? null,
    banner: paper ? (branding?.environmentBannerText ?? TEST_BANNER) : null,
    heading: isDeposit ? `Payment to ${name}` : `Payout from ${name}`,
    path: `/pay/${payment.token}`,
    linkId: link.id,
    status: payment.status,
    progress: payment.progress,
    amount: readable(link.amount),
    denomination: link.denomination,
    description: link.description,
    reference: link.reference,
    received: differs(link.receivedAmount, link.amount),
    late: link.lateAmount === null ? null : readable(link.lateAmount),
    failureMessage: reasonOf(payment),
    destination: payment.destinationAddress,
    payTo: payToOf(instructions),
    expiry: expiryOf(payment, state),
    refreshSeconds: refreshOf(payment, state),
    back: backOf(payment, state),
    problem,
  }
}

export type PaymentPage = ReturnType<typeof presentPage>

function stateOf({ status, progress, failed }: PublicPayment): PageState {
  if (status === 'completed') return 'completed'
  if (status === 'expired') return failed ? 'failed' : 'expired'
  return progress === 'processing' ? 'processing' : 'waiting'
}

/** No payment was seen yet: after the deadline the chain is asked for the last blocks before it. */
function isClosing({ link, paper, seen }: PublicPayment): boolean {
  return link.type === 'deposit' && !paper && !seen
}

/** The reason why a payment failed. An expiry is left out, because the page shows it anyway. */
function reasonOf({ failureMessage }: PublicPayment): string | null {
  return failureMessage?.startsWith('The payment link expired') ? null : failureMessage
}

function payToOf(instructions: DepositInstructions | null) {
  if (!instructions) return null
  const { poolAddress, tokenAddress, chain } = instructions
  return {
    address: poolAddress,
    token: tokenAddress,
    network: CHAINS[chain] ?? `chain ${chain}`,
    code: qrCode(poolAddress),
  }
}

/** `1250500000n` is `1,250.50`. */
function readable(amount: Atoms): string {
  return formatUsd(amount).replace(/\d(?=(\d{3})+\.)/g, '$&,')
}

function differs(received: Atoms | null, asked: Atoms): string | null {
  return received === null || received === asked ? null : readable(received)
}

function expiryOf({ link, branding, readAt }: PublicPayment, state: PageState) {
  if (branding?.hideExpiryTimer || (state !== 'waiting' && state !== 'expired')) return null
  const at = toRfc3339(link.expiresAt)
  const secondsLeft = Math.max(0, Math.ceil((link.expiresAt - readAt) / MICROS_PER_SECOND))
  return { at, secondsLeft, words: `${at.slice(0, 16).replace('T', ' ')} UTC` }
}

/**
 * After how many seconds the page reloads without scripts; null while a payer may be typing an
 * address.
 */
function refreshOf({ link, paper }: PublicPayment, state: PageState): number | null {
  if (state === 'processing') return 3
  return state === 'waiting' && link.type === 'deposit' && !paper ? 10 : null
}

function backOf({ link, status }: PublicPayment, state: PageState) {
  const ended = state !== 'waiting' && state !== 'processing'
  if (link.returnUrl === null) return { address: null, origin: null, strategy: link.returnStrategy }
  return {
    address: ended ? returnAddress(link.returnUrl, link.id, status) : null,
    origin: returnOrigin(link.returnUrl),
    strategy: link.returnStrategy,
  }
}

/**
 * The address alone, as one path of an SVG. Readers that do not know payment requests take the
 * first address in one for the recipient, which would be the token contract's.
 */
function qrCode(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { border: 2 })
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size: rows.length, path: path.join('') }
}

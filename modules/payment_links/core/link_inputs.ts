import canonicalize from 'canonicalize'
import { parseUsd, type Atoms } from '#app/money/usd'
import type { Metadata } from './metadata.ts'
import {
  LINK_TYPES,
  RETURN_STRATEGIES,
  type LinkType,
  type ReturnStrategy,
} from './payment_link.ts'

/** What a link is made of besides its object, amount and address. */
export interface LinkTerms {
  type: LinkType
  returnUrl: string | null
  returnStrategy: ReturnStrategy
  expiresInMinutes: number
  metadata: Metadata | null
}

/**
 * The terms as inputs of the backing operation: there they make two requests with one path equal or
 * different, and from there a link is made again when a crash came between operation and link.
 */
export function inputsOf(terms: LinkTerms): Record<string, string | null> {
  const { type, returnUrl, returnStrategy, expiresInMinutes, metadata } = terms
  return {
    paymentLink: type,
    returnUrl,
    returnStrategy,
    expiresInMinutes: String(expiresInMinutes),
    metadata: metadata === null ? null : (canonicalize(metadata) ?? null),
  }
}

/**
 * What was asked for, whatever has arrived since.
 *
 * @throws Error when the operation was not opened for a payment link
 */
export function termsOf(operationInput: string): LinkTerms & { amount: Atoms } {
  const inputs = JSON.parse(operationInput) as Record<string, string | null>
  const type = LINK_TYPES.find((known) => known === inputs.paymentLink)
  const returnStrategy = RETURN_STRATEGIES.find((known) => known === inputs.returnStrategy)
  const expiresInMinutes = Number(inputs.expiresInMinutes)
  if (!type || !returnStrategy || !(expiresInMinutes > 0)) {
    throw new Error('This operation backs no payment link')
  }
  return {
    type,
    amount: parseUsd(inputs.amount ?? ''),
    returnUrl: inputs.returnUrl ?? null,
    returnStrategy,
    expiresInMinutes,
    metadata: inputs.metadata ? (JSON.parse(inputs.metadata) as Metadata) : null,
  }
}

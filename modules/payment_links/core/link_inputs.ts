import canonicalize from 'canonicalize'
import { parseUsd, type Atoms } from '#app/money/usd'
import type { Metadata } from '#app/metadata/metadata'
import {
  LINK_TYPES,
  RETURN_STRATEGIES,
  type LinkType,
  type ReturnStrategy,
} from './payment_link.ts'

/** The terms of a link, besides its object, amount and address. */
export interface LinkTerms {
  type: LinkType
  returnUrl: string | null
  returnStrategy: ReturnStrategy
  expiresInMinutes: number
  description: string | null
  reference: string | null
  metadata: Metadata | null
}

/**
 * The terms as inputs of the backing operation. There they tell a repetition from another request,
 * and after a crash between operation and link the link is made from them again.
 */
export function inputsOf(terms: LinkTerms): Record<string, string | null> {
  const { type, returnUrl, returnStrategy, expiresInMinutes, metadata } = terms
  const { description, reference } = terms
  return {
    paymentLink: type,
    returnUrl,
    returnStrategy,
    expiresInMinutes: String(expiresInMinutes),
    metadata: metadata === null ? null : (canonicalize(metadata) ?? null),
    // Left out where there is none: a release without them would otherwise take a repeat for another
    // request.
    ...(description !== null && { description }),
    ...(reference !== null && { reference }),
  }
}

/**
 * The terms that the link asked for, whatever has arrived since.
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
    description: inputs.description ?? null,
    reference: inputs.reference ?? null,
    metadata: inputs.metadata ? (JSON.parse(inputs.metadata) as Metadata) : null,
  }
}

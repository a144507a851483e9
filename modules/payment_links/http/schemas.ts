import { schema } from '#app/http/schemas'
import { denominationSchema, operationSchema } from '#modules/ledger/index'
import { LINK_STATUSES, LINK_TYPES, PROGRESSES, RETURN_STRATEGIES } from '../core/payment_link.ts'

const { decimal, enumeration, list, nullable, object, string, timestamp } = schema

const money = { amount: decimal, denomination: denominationSchema }
/** The amounts that came with the link and after its end. */
const arrived = { receivedAmount: nullable(decimal), lateAmount: nullable(decimal) }
/** The URL as the builder gave it: browsers and applications open more than a URI may hold. */
const returnUrl = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9+.-]*:\\S+$' }
const returning = {
  returnUrl: nullable(returnUrl),
  returnStrategy: enumeration(...RETURN_STRATEGIES),
}

/** What the payment is for, in the builder's words. */
const purpose = { description: nullable(string), reference: nullable(string) }
/** Where to pay, in live realms. */
const payTo = { poolAddress: schema.address, tokenAddress: schema.address, chain: schema.chain }

const receipt = nullable(
  schema.named('Receipt', {
    completedAt: timestamp,
    transactions: list(
      schema.named('ReceiptTransaction', { txHash: schema.chainHash, chain: schema.chain })
    ),
  })
)

const linkFields = {
  id: schema.id('pl'),
  url: nullable(schema.url),
  token: nullable(string),
  type: enumeration(...LINK_TYPES),
  status: enumeration(...LINK_STATUSES),
  ...money,
  objectPath: schema.path,
  operationId: schema.id('op'),
  expiresAt: timestamp,
  ...returning,
  ...purpose,
  metadata: nullable({ type: 'object', additionalProperties: { type: 'string' } }),
  destinationAddress: nullable(schema.address),
  ...arrived,
  createdAt: timestamp,
}

const link = schema.named('ListedPaymentLink', linkFields)

export const linkAnswer = schema.envelope(
  object({
    paymentLink: schema.named(
      'PaymentLink',
      { ...linkFields, receipt, ...payTo },
      Object.keys(payTo)
    ),
    operation: operationSchema,
  })
)

export const linksAnswer = schema.envelope(
  object(
    {
      paymentLinks: list(link),
      total: schema.integer,
      totalIsExact: schema.boolean,
      nextCursor: nullable(string),
    },
    ['totalIsExact']
  )
)

export const paymentAnswer = schema.envelope(
  object({
    payment: schema.named(
      'Payment',
      {
        id: schema.id('pl'),
        type: enumeration(...LINK_TYPES),
        status: enumeration(...LINK_STATUSES),
        progress: enumeration(...PROGRESSES),
        ...money,
        ...purpose,
        ...arrived,
        receipt,
        failureMessage: nullable(string),
        realmName: string,
        branding: nullable(schema.record),
        asset: enumeration('paper', 'live'),
        expiresAt: timestamp,
        ...returning,
        ...payTo,
        destinationAddress: nullable(schema.address),
      },
      [...Object.keys(payTo), 'destinationAddress']
    ),
  })
)

import { schema } from '#app/http/schemas'
import { operationSchema } from '#modules/ledger/index'

/** No envelope: custody answers are bare objects. */

const address = schema.text('Account or contract address, checksummed')

export const timeLockSet = schema.object({
  boundaryId: schema.string,
  timeLock: schema.integer,
})

export const armedBoundary = schema.object({
  boundaryId: schema.string,
  armed: { const: true },
  cosigner: address,
})

export const proposal = schema.object({
  typedData: schema.object({
    domain: { type: 'object' },
    types: { type: 'object' },
    primaryType: schema.string,
    message: { type: 'object' },
  }),
  digest: schema.text('The hash that is signed'),
  nonce: schema.text('The id that the operation will have'),
  deadline: schema.integer,
  boundaryId: schema.string,
})

export const cosignedWithdrawal = schema.object({
  operation: operationSchema,
  txHash: schema.nullable(schema.string),
})

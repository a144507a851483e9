import { schema } from '#app/http/schemas'
import { operationSchema } from '#modules/ledger/index'

/** No envelope: custody answers are bare objects. */

const address = schema.text('Account or contract address, checksummed')

export const timeLockSet = schema.named('TimeLock', {
  boundaryId: schema.string,
  timeLock: schema.integer,
})

export const armedBoundary = schema.named('ArmedBoundary', {
  boundaryId: schema.string,
  armed: { const: true },
  cosigner: address,
})

export const proposal = schema.named('WithdrawalProposal', {
  typedData: schema.named('TypedData', {
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

export const cosignedWithdrawal = schema.named('CosignedWithdrawal', {
  operation: operationSchema,
  txHash: schema.nullable(schema.string),
})

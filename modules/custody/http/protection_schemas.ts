import { schema } from '#app/http/schemas'
import { operationSchema } from '#modules/ledger/index'

/** No envelope: custody answers are bare objects. */

const address = schema.text('Account or contract address, checksummed', schema.address)

export const timeLockSet = schema.named('TimeLock', {
  boundaryId: schema.id('bnd'),
  timeLock: schema.integer,
})

export const armedBoundary = schema.named('ArmedBoundary', {
  boundaryId: schema.id('bnd'),
  armed: { const: true },
  cosigner: address,
})

export const proposal = schema.named('WithdrawalProposal', {
  typedData: schema.named('TypedData', {
    domain: schema.record,
    types: schema.record,
    primaryType: { const: 'Withdrawal' },
    message: schema.record,
  }),
  digest: schema.text('The hash that is signed', schema.chainHash),
  nonce: schema.text('The id that the operation will have', schema.id('op')),
  deadline: schema.integer,
  boundaryId: schema.id('bnd'),
})

export const cosignedWithdrawal = schema.named('CosignedWithdrawal', {
  operation: operationSchema,
  txHash: schema.nullable(schema.chainHash),
})

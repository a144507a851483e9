import { schema } from '#app/http/schemas'
import { operationSchema } from '#modules/ledger/index'

/** No envelope: custody answers are bare objects. */

const address = schema.text('Account or contract address, checksummed', schema.address)

export const timeLockSet = schema.named('TimeLock', {
  boundaryId: schema.id('bnd'),
  timeLock: schema.integer,
})

export const armedBoundary = schema.named(
  'ArmedBoundary',
  {
    boundaryId: schema.id('bnd'),
    armed: schema.boolean,
    cosigner: schema.nullable(address),
    pendingCosigner: schema.text(
      'The co-signer that waits for its time and its own word',
      schema.address
    ),
    effectiveAt: schema.nullable(schema.timestamp),
  },
  ['pendingCosigner', 'effectiveAt']
)

const typedData = schema.named('TypedData', {
  domain: schema.record,
  types: schema.record,
  primaryType: schema.enumeration(
    'Withdrawal',
    'RecoveryKey',
    'Cosigner',
    'CosignerChange',
    'Inheritance'
  ),
  message: schema.record,
})

const digest = schema.text('The hash that is signed', schema.chainHash)

const role = schema.enumeration('recovery_key', 'cosigner')
const roleThatWaits = schema.enumeration('recovery_key', 'cosigner', 'successor')

export const boundaryKeys = schema.named('BoundaryKeys', {
  boundaryId: schema.id('bnd'),
  recoveryKey: schema.nullable(address),
  cosigner: schema.nullable(address),
  waiting: schema.list(
    schema.named('WaitingKey', {
      role: roleThatWaits,
      address: schema.nullable(address),
      effectiveAt: schema.nullable(schema.timestamp),
      word: schema.enumeration('not_needed', 'missing', 'given'),
      sign: schema.nullable(
        schema.named('WantedWord', { typedData, digest, deadline: schema.integer })
      ),
    })
  ),
})

export const acceptedKey = schema.named('AcceptedKey', {
  boundaryId: schema.id('bnd'),
  role,
  address,
  state: schema.enumeration('in_effect', 'waiting'),
  effectiveAt: schema.nullable(schema.timestamp),
})

export const cancelledKey = schema.named('CancelledKey', {
  boundaryId: schema.id('bnd'),
  role: roleThatWaits,
  address: schema.nullable(address),
})

export const cosignerHandOver = schema.named('CosignerHandOver', {
  boundaryId: schema.id('bnd'),
  cosigner: schema.nullable(address),
  state: schema.enumeration('to_be_signed', 'proposed'),
  typedData,
  digest,
  deadline: schema.integer,
})

export const proposedInheritance = schema.named('ProposedInheritance', {
  boundaryId: schema.id('bnd'),
  successor: address,
  state: schema.enumeration('to_be_signed', 'waiting'),
  effectiveAt: schema.nullable(schema.timestamp),
  typedData,
  digest,
  deadline: schema.integer,
})

export const proposal = schema.named('WithdrawalProposal', {
  typedData,
  digest,
  nonce: schema.text('The id that the operation will have', schema.id('op')),
  deadline: schema.integer,
  boundaryId: schema.id('bnd'),
})

export const cosignedWithdrawal = schema.named('CosignedWithdrawal', {
  operation: operationSchema,
  txHash: schema.nullable(schema.chainHash),
})

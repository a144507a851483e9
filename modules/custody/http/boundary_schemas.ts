import { schema } from '#app/http/schemas'

/** No envelope: custody answers are bare objects. */

const address = schema.text('Account or contract address, checksummed')

const pendingExit = schema.object({
  operationHash: schema.text('keccak256 of the id of the operation'),
  destinationAddress: address,
  amount: schema.decimal,
  executableAt: schema.timestamp,
})

export const boundary = schema.object({
  id: schema.string,
  realmId: schema.string,
  balance: schema.decimal,
  status: schema.enumeration('active', 'soft_frozen', 'hard_frozen'),
  lockedBy: schema.nullable(address),
  recoveryKey: schema.nullable(address),
  agentAddress: schema.nullable(address),
  timeLock: schema.integer,
  pendingExit: schema.nullable(pendingExit),
})

export const exchangeObject = schema.object({
  id: schema.string,
  boundaryId: schema.string,
  status: schema.enumeration('Active', 'SoftFrozen', 'HardFrozen'),
  balance: schema.decimal,
  vaultAddress: address,
})

const page = { total: schema.integer, nextCursor: schema.nullable(schema.string) }

export const boundaryList = schema.object({ boundaries: schema.list(boundary), ...page })

export const exchangeObjectList = schema.object({
  exchangeObjects: schema.list(exchangeObject),
  ...page,
})

export const registeredKey = schema.object(
  {
    boundaryId: schema.string,
    recoveryKey: schema.nullable(address),
    pendingRecoveryKey: address,
    effectiveAt: schema.nullable(schema.timestamp),
  },
  ['pendingRecoveryKey', 'effectiveAt']
)

import { schema } from '#app/http/schemas'

/** No envelope: custody answers are bare objects. */

const address = schema.text('Account or contract address, checksummed', schema.address)

const pendingExit = schema.named('PendingExit', {
  operationHash: schema.text('keccak256 of the id of the operation', schema.chainHash),
  destinationAddress: address,
  amount: schema.decimal,
  executableAt: schema.timestamp,
})

export const boundary = schema.named('Boundary', {
  id: schema.id('bnd'),
  realmId: schema.uuid,
  balance: schema.decimal,
  status: schema.enumeration('active', 'soft_frozen', 'hard_frozen'),
  lockedBy: schema.nullable(schema.text('Who locked it', schema.address)),
  recoveryKey: schema.nullable(
    schema.text('The address that may lock it and withdraw from it', schema.address)
  ),
  agentAddress: schema.nullable(
    schema.text('The address that signs for the service', schema.address)
  ),
  timeLock: schema.integer,
  pendingExit: schema.nullable(pendingExit),
})

export const exchangeObject = schema.named('ExchangeObject', {
  id: schema.id('obj'),
  boundaryId: schema.id('bnd'),
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

export const recoveryKit = schema.object({
  chainId: schema.integer,
  rpcUrlHint: schema.nullable({ type: 'string', format: 'uri' }),
  pool: schema.text('The contract of the realm, checksummed', schema.address),
  token: schema.text('The contract of the money, checksummed', schema.address),
  boundary: schema.named('RecoverableBoundary', {
    id: schema.id('bnd'),
    hash: schema.text('keccak256 of its id, its name at the pool', schema.chainHash),
    status: schema.enumeration('active', 'soft_frozen', 'hard_frozen'),
    recoveryKey: schema.nullable(
      schema.text('The address that may lock it and withdraw from it', schema.address)
    ),
  }),
  abi: schema.list({ type: 'object', additionalProperties: true }),
  steps: schema.list(
    schema.named('RecoveryStep', {
      call: { type: 'string', pattern: '^[a-zA-Z]+$' },
      signature: { type: 'string', pattern: '^[a-zA-Z]+\\([a-z0-9,]*\\)$' },
      does: schema.string,
      args: schema.list(schema.nullable(schema.chainHash)),
      data: { type: 'string', pattern: '^0x[0-9a-f]+$' },
    })
  ),
})

export const registeredKey = schema.object(
  {
    boundaryId: schema.id('bnd'),
    recoveryKey: schema.nullable(address),
    pendingRecoveryKey: address,
    effectiveAt: schema.nullable(schema.timestamp),
  },
  ['pendingRecoveryKey', 'effectiveAt']
)

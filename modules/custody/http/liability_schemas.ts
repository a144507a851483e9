import { schema } from '#app/http/schemas'

const bytes32 = (description: string) => schema.text(description, schema.chainHash)

const step = schema.named('LiabilityStep', {
  side: schema.enumeration('left', 'right'),
  hash: bytes32('SHA-256 of what stands below it'),
  sum: schema.decimal,
})

/** No envelope. Amounts are USD. */
export const liabilityProof = schema.named('LiabilityProof', {
  realmId: schema.uuid,
  objectId: schema.id('obj'),
  boundaryId: schema.id('bnd'),
  seq: schema.integer,
  amount: schema.decimal,
  salt: bytes32('The secret of this object in this tree'),
  steps: schema.list(step),
  root: bytes32('Hash of the root'),
  total: schema.decimal,
  attestedBy: schema.named('Attestation', {
    chainId: schema.integer,
    contractAddress: schema.text('The pool, checksummed', schema.address),
    txHash: bytes32('The transaction whose calldata ends with the root'),
    blockNumber: schema.integer,
  }),
})

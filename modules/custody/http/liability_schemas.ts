import { schema } from '#app/http/schemas'

const bytes32 = (description: string) => schema.text(description, schema.chainHash)

const root = bytes32('Hash of the root')

const step = schema.named('LiabilityStep', {
  side: schema.enumeration('left', 'right'),
  hash: bytes32('SHA-256 of what stands below it'),
  sum: schema.decimal,
})

/** Amounts are USD. */
export const liabilityProof = schema.envelope(
  schema.named('LiabilityProof', {
    attestationId: schema.id('att'),
    boundaryId: schema.id('bnd'),
    seq: schema.integer,
    leaf: schema.named('LiabilityLeaf', {
      objectId: schema.id('obj'),
      salt: bytes32('The secret of this object in this tree'),
      amount: schema.decimal,
    }),
    path: schema.list(step),
    root,
    sum: schema.decimal,
    anchor: schema.named('AttestationAnchor', {
      chainId: schema.integer,
      contract: schema.text('The pool, checksummed', schema.address),
      txHash: bytes32('The transaction whose calldata ends with the root'),
      blockNumber: schema.integer,
    }),
  })
)

/** No envelope. */
export const attestationList = schema.object({
  attestations: schema.list(
    schema.named('Attestation', {
      id: schema.id('att'),
      boundaryId: schema.id('bnd'),
      seq: schema.integer,
      root,
      sum: schema.decimal,
      denomination: { const: 'USD' },
      txHash: bytes32('The transaction whose calldata ends with the root'),
      blockNumber: schema.integer,
      createdAt: schema.timestamp,
    })
  ),
})

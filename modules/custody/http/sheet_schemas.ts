import { schema } from '#app/http/schemas'

const measured = schema.nullable(schema.decimal)

const boundary = schema.named('BoundaryBooks', {
  boundaryId: schema.id('bnd'),
  realmId: schema.uuid,
  isDefault: schema.boolean,
  onChain: measured,
  obligations: schema.decimal,
  surplus: measured,
  solvent: schema.nullable(schema.boolean),
  userBalances: schema.decimal,
  systemBalances: schema.decimal,
  onChainSource: schema.enumeration('contract', 'unregistered', 'unavailable'),
})

/** No envelope. Amounts are USD; null where the pool could not be measured. */
export const boundaryBalanceSheet = schema.named('BalanceSheet', {
  realmId: schema.uuid,
  poolMeasurable: schema.boolean,
  contractTotal: measured,
  physicalPoolBalance: measured,
  physicalDrift: measured,
  stranded: measured,
  unattributed: measured,
  boundarySum: measured,
  conservation: schema.nullable(schema.boolean),
  replayContractBalance: measured,
  replayDrift: measured,
  boundarySource: schema.enumeration('contract', 'ledger'),
  boundaries: schema.list(boundary),
  house: schema.nullable(
    schema.object({
      boundaryId: schema.text(
        'Its id on the chain, a hash; counted with the default boundary',
        schema.chainHash
      ),
      onChain: schema.decimal,
    })
  ),
  unregistered: schema.list(
    schema.object({
      boundaryId: schema.text(
        'Its id on the chain, a hash: the ledger knows no such boundary',
        schema.chainHash
      ),
      onChain: schema.decimal,
    })
  ),
})

export const realmHalt = schema.named('RealmHalt', {
  type: schema.enumeration('withdrawals', 'all_flows'),
  since: schema.timestamp,
})

/** A transaction that a wallet or a Safe sends as it stands here. */
export const adminProposal = schema.named('AdminProposal', {
  realmId: schema.uuid,
  chainId: schema.integer,
  admin: schema.text('The account that has to send it: of a Safe, the Safe', schema.address),
  to: schema.text('The contract that is called', schema.address),
  value: { const: '0' },
  data: schema.text('The call, encoded', { pattern: '^0x[0-9a-f]+$' }),
  method: schema.string,
  reason: schema.string,
})

export const haltRecord = schema.named('HaltRecord', {
  id: schema.id('hlt'),
  type: schema.enumeration('withdrawals', 'all_flows'),
  source: schema.enumeration('admin', 'service', 'chain'),
  reason: schema.string,
  raisedBy: schema.string,
  raisedAt: schema.timestamp,
  clearedBy: schema.nullable(schema.string),
  clearedAt: schema.nullable(schema.timestamp),
})

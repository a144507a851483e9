import { schema } from '#app/http/schemas'
import { boundary, exchangeObject } from './boundary_schemas.ts'

const address = schema.text('Account or contract address, checksummed', schema.address)

const realmHalt = schema.named('RealmHalt', {
  type: schema.enumeration('withdrawals', 'all_flows'),
  since: schema.timestamp,
})

/** No envelope: custody answers are bare objects. */
export const custodyStatus = schema.named('CustodyStatus', {
  configured: schema.boolean,
  contractAddress: schema.nullable(address),
  chainId: schema.nullable(schema.integer),
  totalBalance: schema.nullable(schema.decimal),
  boundaries: schema.list(boundary),
  exchangeObjects: schema.list(exchangeObject),
  realmHalt: schema.nullable(realmHalt),
})

export const devChain = schema.named('DevChain', {
  rpcUrl: schema.text('JSON-RPC address for wallets and scripts', schema.url),
  chainId: schema.integer,
  tokenAddress: address,
  liveTokenAddress: schema.nullable(address),
  confirmations: schema.integer,
})

export const faucetAnswer = schema.object({ txHash: schema.chainHash })

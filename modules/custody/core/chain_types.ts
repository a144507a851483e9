/** `0x` and hexadecimal digits, lower case. */
export type Hex = `0x${string}`
/** A checksummed account or contract address. */
export type Address = `0x${string}`

export type ContractName =
  | 'RealmCustody'
  | 'RealmCustodyExtension'
  | 'CosignerGroup'
  | 'CustodyFactory'
  | 'CustodyLens'
  | 'TestUSD'
  | 'TokenHolder'

/** One decoded value: integers are bigint, structs objects by field name, bytes and addresses text. */
export type ChainValue =
  bigint | string | boolean | readonly ChainValue[] | { readonly [field: string]: ChainValue }

export interface RawLog {
  address: Address
  topics: Hex[]
  data: Hex
  blockNumber: number
  blockHash: Hex
  transactionHash: Hex
  logIndex: number
}

export interface ChainEvent {
  name: string
  contract: Address
  args: Record<string, ChainValue>
  blockNumber: number
  blockHash: Hex
  transactionHash: Hex
  logIndex: number
}

export interface DecodedRevert {
  /** Name of the custom error, `Error` for a reason text, `Panic` for a failed check of the compiler. */
  name: string
  args: Record<string, string>
}

export interface Receipt {
  hash: Hex
  succeeded: boolean
  blockNumber: number
  blockHash: Hex
  gasUsed: bigint
  logs: RawLog[]
}

/** A transaction as it stands in a block. */
export interface MinedTransaction {
  hash: Hex
  blockNumber: number
  from: Address
  /** Null: it made a contract. */
  to: Address | null
  nonce: number
  data: Hex
  /** Wei. */
  value: bigint
}

export interface Header {
  number: number
  hash: Hex
  parentHash: Hex
  /** Unix seconds. */
  timestamp: number
}

export interface Fees {
  /** Wei per gas of the next block. */
  baseFee: bigint
  /** Wei per gas on top, median of recent blocks. */
  tip: bigint
}

export interface UnsignedTransaction {
  chainId: number
  nonce: number
  to: Address
  data: Hex
  gas: bigint
  /** Wei per gas, of which `tip` is on top of the base fee. */
  maxFee: bigint
  tip: bigint
  /** Wei. */
  value: bigint
}

export interface SignedTransaction {
  raw: Hex
  hash: Hex
}

export interface Call {
  contract: ContractName
  to: Address
  fn: string
  args?: readonly ChainValue[]
}

export type CallResult =
  { ok: true; value: ChainValue } | { ok: false; revert: DecodedRevert | null }

/** What the node made of a transaction. Texts differ between nodes, so `unknown` means: look it up by hash and nonce. */
export type BroadcastAnswer =
  'accepted' | 'known' | 'nonce_used' | 'underpriced' | 'no_funds' | 'unknown'

export type BlockTag = number | 'latest' | 'finalized'

/** EIP-712. Integers as decimal text or bigint, bytes as hexadecimal text. */
export interface TypedData {
  domain: { name: string; version: string; chainId: number; verifyingContract: Address }
  /** Whether with `EIP712Domain` or without makes no difference to us; to wallets it does. */
  types: Record<string, readonly { name: string; type: string }[]>
  primaryType: string
  message: Record<string, string | bigint | boolean>
}

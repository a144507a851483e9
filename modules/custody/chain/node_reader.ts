import { ChainUnreachable, RpcError } from './errors.ts'
import { finalBlock, type FinalityRule } from '../core/final_block.ts'
import type { Asked, HttpProvider } from './http_provider.ts'
import type { RpcCall, RpcOutcome } from './endpoint.ts'
import type {
  Address,
  BlockTag,
  BroadcastAnswer,
  Fees,
  Header,
  Hex,
  MinedTransaction,
  RawLog,
  Receipt,
} from '../core/chain_types.ts'

export interface ChainHealth {
  head: number
  headHash: Hex
  /** Newest block the chain itself calls final; null where the node does not tell. */
  finalized: number | null
  /** How long the node took to answer. */
  lagMs: number
}

interface RpcBlock {
  number: Hex
  hash: Hex
  parentHash: Hex
  timestamp: Hex
}

interface RpcLog {
  address: string
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hex
  transactionHash: Hex
  logIndex: Hex
}

interface RpcTransaction {
  hash: Hex
  blockNumber: Hex | null
  from: string
  to: string | null
  nonce: Hex
  input: Hex
  value: Hex
}

interface RpcReceipt {
  transactionHash: Hex
  status: Hex
  blockNumber: Hex
  blockHash: Hex
  gasUsed: Hex
  logs: RpcLog[]
}

interface EthCall {
  to: Address
  data: Hex
  from?: Address
}

/** From the most to the least informative answer, for one transaction sent to several nodes. */
const ANSWER_RANK: BroadcastAnswer[] = [
  'accepted',
  'known',
  'nonce_used',
  'underpriced',
  'no_funds',
  'unknown',
]

const FEE_HISTORY_BLOCKS = 10
const MAX_BATCH = 100

/** The part of the gateway that is plain JSON-RPC: blocks, receipts, nonces, fees, sending. */
export abstract class NodeReader {
  constructor(protected provider: HttpProvider) {}

  protected abstract normaliseAddress(address: string): Address

  get chainId(): number {
    return this.provider.chainId
  }

  /** @throws ChainUnreachable, WrongChain */
  async health(): Promise<ChainHealth> {
    const startedMs = performance.now()
    const [latest, finalized] = await this.provider.batch([
      { method: 'eth_getBlockByNumber', params: ['latest', false] },
      { method: 'eth_getBlockByNumber', params: ['finalized', false] },
    ])
    const head = headerOf(unwrap(latest!))
    if (!head) throw new ChainUnreachable('the node has no head block')
    const final = finalized!.ok ? headerOf(finalized!.result) : null
    return {
      head: head.number,
      headHash: head.hash,
      finalized: final?.number ?? null,
      lagMs: Math.round(performance.now() - startedMs),
    }
  }

  /**
   * The newest block, and the newest whose contents count as final.
   *
   * @throws ChainUnreachable, WrongChain; the former also where the chain's word is needed and not given
   */
  async finality(rule: FinalityRule): Promise<ChainHealth & { finalBlock: number }> {
    const health = await this.health()
    const found = finalBlock(health, rule)
    if (found === null) throw new ChainUnreachable('the node does not tell what is finalized')
    return { ...health, finalBlock: found }
  }

  /**
   * The number of the newest block.
   *
   * @throws ChainUnreachable, WrongChain
   */
  async head(): Promise<number> {
    return Number(await this.provider.request('eth_blockNumber'))
  }

  /**
   * Hands signed bytes to every node. Never throws: an answer that was lost, or that a node words in
   * an unknown way, is `unknown`, and the caller looks the transaction up.
   */
  async broadcast(raw: Hex): Promise<BroadcastAnswer> {
    const outcomes = await this.provider.sendToAll({
      method: 'eth_sendRawTransaction',
      params: [raw],
    })
    const answers = new Set(
      outcomes.map((outcome) => (outcome.ok ? 'accepted' : refusalOf(outcome.error)))
    )
    return ANSWER_RANK.find((answer) => answers.has(answer)) ?? 'unknown'
  }

  async receipt(hash: Hex, asked: Asked = {}): Promise<Receipt | null> {
    const method = 'eth_getTransactionReceipt'
    const answer = (await this.provider.request(method, [hash], asked)) as RpcReceipt | null
    if (!answer) return null
    return { ...receiptOf(answer), logs: answer.logs.map((log) => this.#log(log)) }
  }

  /** In the given order; null where none was mined. */
  async receipts(hashes: readonly Hex[]): Promise<(Omit<Receipt, 'logs'> | null)[]> {
    const outcomes = await this.#inBatches(
      hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
    )
    return outcomes.map((outcome) => {
      const answer = unwrap(outcome) as RpcReceipt | null
      return answer ? receiptOf(answer) : null
    })
  }

  /** In the given order; null where none was mined. */
  async transactions(hashes: readonly Hex[]): Promise<(MinedTransaction | null)[]> {
    const outcomes = await this.#inBatches(
      hashes.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] }))
    )
    return outcomes.map((outcome) => {
      const answer = unwrap(outcome) as RpcTransaction | null
      return answer && answer.blockNumber ? this.#transaction(answer) : null
    })
  }

  /** What stands in a block, in its order. */
  async transactionsIn(block: number): Promise<MinedTransaction[]> {
    const answer = (await this.provider.request('eth_getBlockByNumber', [
      blockTag(block),
      true,
    ])) as { transactions: RpcTransaction[] } | null
    return (answer?.transactions ?? []).map((one) => this.#transaction(one))
  }

  /** The next nonce of an account as mined; never `pending`, which nodes behind one URL disagree on. */
  async nonce(address: Address, at: BlockTag): Promise<number> {
    return Number(await this.provider.request('eth_getTransactionCount', [address, blockTag(at)]))
  }

  async balance(address: Address): Promise<bigint> {
    return BigInt((await this.provider.request('eth_getBalance', [address, 'latest'])) as Hex)
  }

  async hasCode(addresses: readonly Address[]): Promise<boolean[]> {
    return (await this.codeOf(addresses)).map((code) => code !== '0x')
  }

  /** In the given order; `0x` where nothing is. */
  async codeOf(addresses: readonly Address[]): Promise<Hex[]> {
    const outcomes = await this.provider.batch(
      addresses.map((address) => ({ method: 'eth_getCode', params: [address, 'latest'] }))
    )
    return outcomes.map((outcome) => unwrap(outcome) as Hex)
  }

  async fees(): Promise<Fees> {
    const params = [quantity(FEE_HISTORY_BLOCKS), 'latest', [50]]
    const told = await this.#reckoned('eth_feeHistory', params, feesOf)
    return {
      baseFee: middle(told.map(({ baseFee }) => baseFee)),
      tip: middle(told.map(({ tip }) => tip)),
    }
  }

  /** @returns null when the node does not know the block (yet) */
  async header(at: BlockTag): Promise<Header | null> {
    return headerOf(await this.provider.request('eth_getBlockByNumber', [blockTag(at), false]))
  }

  /** In the given order; null where the node does not know the block (yet). */
  async headers(numbers: readonly number[]): Promise<(Header | null)[]> {
    const outcomes = await this.#inBatches(
      numbers.map((at) => ({ method: 'eth_getBlockByNumber', params: [blockTag(at), false] }))
    )
    return outcomes.map((outcome) => headerOf(unwrap(outcome)))
  }

  async logs(query: {
    addresses: readonly Address[]
    topics?: readonly (Hex | readonly Hex[] | null)[]
    from: number
    to: number
  }): Promise<RawLog[]> {
    const answer = (await this.provider.request('eth_getLogs', [
      {
        address: query.addresses,
        topics: query.topics,
        fromBlock: quantity(query.from),
        toBlock: quantity(query.to),
      },
    ])) as RpcLog[]
    return answer.map((log) => this.#log(log))
  }

  /** What a transaction would return, sent by `from`; throws RpcError with revert data. */
  async ethCall(call: EthCall, at: number | 'latest'): Promise<Hex> {
    return (await this.provider.request('eth_call', [call, blockTag(at)])) as Hex
  }

  /** Gas the call would use; throws RpcError with revert data when it would revert. */
  async estimateGas(call: EthCall): Promise<bigint> {
    return middle(
      await this.#reckoned('eth_estimateGas', [call], (result) => BigInt(result as Hex))
    )
  }

  /**
   * What nodes make of a question that each answers in its own way. One that answers nothing that can
   * be read has no voice.
   *
   * @throws RpcError when half of them refuse it
   */
  async #reckoned<T>(
    method: string,
    params: unknown[],
    read: (result: unknown) => T
  ): Promise<T[]> {
    const outcomes = await this.provider.each({ method, params })
    const told = outcomes.flatMap((outcome) => (outcome.ok ? readable(outcome.result, read) : []))
    const refused = outcomes.find((outcome) => !outcome.ok)
    if (refused && told.length * 2 <= outcomes.length) unwrap(refused)
    if (told.length === 0) throw new ChainUnreachable(`no node answers ${method} as it should`)
    return told
  }

  protected async ethCallMany(calls: readonly EthCall[], at: number): Promise<RpcOutcome[]> {
    return this.#inBatches(
      calls.map((call) => ({ method: 'eth_call', params: [call, blockTag(at)] }))
    )
  }

  /** Nodes limit the size of a batch; the order of the calls stays. */
  async #inBatches(calls: readonly RpcCall[]): Promise<RpcOutcome[]> {
    const outcomes: RpcOutcome[] = []
    for (let first = 0; first < calls.length; first += MAX_BATCH) {
      outcomes.push(...(await this.provider.batch(calls.slice(first, first + MAX_BATCH))))
    }
    return outcomes
  }

  #transaction({ hash, blockNumber, from, to, nonce, input, value }: RpcTransaction) {
    return {
      hash,
      blockNumber: Number(blockNumber),
      from: this.normaliseAddress(from),
      to: to === null ? null : this.normaliseAddress(to),
      nonce: Number(nonce),
      data: input,
      value: BigInt(value),
    }
  }

  #log(log: RpcLog): RawLog {
    return {
      address: this.normaliseAddress(log.address),
      topics: log.topics,
      data: log.data,
      blockNumber: Number(log.blockNumber),
      blockHash: log.blockHash,
      transactionHash: log.transactionHash,
      logIndex: Number(log.logIndex),
    }
  }
}

/**
 * How geth and its relatives, Nethermind and anvil word a refusal, lower case. A hint only: what a
 * transaction became is decided by its hash and nonce.
 */
const REFUSALS: [BroadcastAnswer, RegExp][] = [
  ['known', /already ?(known|imported)|known transaction/],
  ['nonce_used', /nonce (is )?too low|nonce already|oldnonce/],
  [
    'underpriced',
    /underpriced|fee cap less than|max fee per gas less than|fee ?too ?low|replacementnotallowed/,
  ],
  ['no_funds', /insufficient ?funds/],
]

function refusalOf(error: Error): BroadcastAnswer {
  if (!(error instanceof RpcError)) return 'unknown'
  const text = error.message.toLowerCase()
  return REFUSALS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'unknown'
}

function unwrap(outcome: RpcOutcome): unknown {
  if (!outcome.ok) throw outcome.error
  return outcome.result
}

function readable<T>(result: unknown, read: (result: unknown) => T): T[] {
  try {
    return [read(result)]
  } catch {
    return []
  }
}

/** While most tell the truth, one of them stands here, or something between two of them. */
function middle(values: readonly bigint[]): bigint {
  return values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))[values.length >> 1]!
}

function feesOf(answer: unknown): Fees {
  const { baseFeePerGas, reward = [] } = answer as { baseFeePerGas: Hex[]; reward?: Hex[][] }
  const tips = reward.map((row) => BigInt(row[0] ?? '0x0'))
  return {
    // The list is one longer than asked: the last entry is the coming block's.
    baseFee: BigInt(baseFeePerGas.at(-1) ?? '0x0'),
    tip: tips.length === 0 ? 0n : middle(tips),
  }
}

function headerOf(answer: unknown): Header | null {
  if (!answer) return null
  const block = answer as RpcBlock
  return {
    number: Number(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: Number(block.timestamp),
  }
}

function receiptOf(answer: RpcReceipt): Omit<Receipt, 'logs'> {
  return {
    hash: answer.transactionHash,
    succeeded: answer.status === '0x1',
    blockNumber: Number(answer.blockNumber),
    blockHash: answer.blockHash,
    gasUsed: BigInt(answer.gasUsed),
  }
}

function blockTag(at: BlockTag): string {
  return typeof at === 'number' ? quantity(at) : at
}

function quantity(value: number): Hex {
  return `0x${value.toString(16)}`
}

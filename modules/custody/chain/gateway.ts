import { boundedCache } from '#app/storage/bounded_cache'
import {
  decodeLog,
  decodeParameters,
  encodeErrorSignature,
  encodeEventSignature,
  encodeFunctionSignature,
  encodeParameters,
  getEncodedEip712Data,
} from 'web3-eth-abi'
import { decodeAbiParameters, getAddress } from 'viem/utils'
import { privateKeyToAddress } from 'viem/accounts'
import { recover } from 'web3-eth-accounts'
import { keccak256, toChecksumAddress } from 'web3-utils'
import type {
  AbiErrorFragment,
  AbiEventFragment,
  AbiFunctionFragment,
  Eip712TypedData,
} from 'web3-types'
import { EIP712_DOMAIN } from '../core/eip712_domain.ts'
import { ARTIFACTS, type AbiFragment, type AbiParameter } from './artifacts.ts'
import { NoContract } from './errors.ts'
import { NodeReader } from './node_reader.ts'
import type { HttpProvider } from './http_provider.ts'
import { splitSignature } from './signature.ts'
import type { OperatorKey } from './operator_key.ts'
import type {
  Address,
  Call,
  CallResult,
  ChainEvent,
  ChainValue,
  ContractName,
  DecodedRevert,
  Hex,
  RawLog,
  TypedData,
} from '../core/chain_types.ts'

interface EventCodec {
  name: string
  inputs: AbiParameter[]
}

const ERROR_TEXT: AbiFragment = {
  type: 'error',
  name: 'Error',
  inputs: [{ name: 'reason', type: 'string' }],
}
const PANIC: AbiFragment = {
  type: 'error',
  name: 'Panic',
  inputs: [{ name: 'code', type: 'uint256' }],
}

const REMEMBERED_HASHES = 20_000

/**
 * The service's view of an EVM chain, and the only file that knows web3; signers know viem. Everything it hands out is
 * normalised: block numbers are numbers, amounts bigint, addresses checksummed, hashes lower case.
 * One codec per ABI serves every address, since a contract object per realm leaks in this library.
 */
export class ChainGateway extends NodeReader {
  /** Hashing is slow in this library, and a boundary's id is asked for with each of its transfers. */
  readonly #hashes = boundedCache<Hex>(REMEMBERED_HASHES)
  readonly #functions = new Map<string, AbiFragment>()
  /** Hashing the text of a function was nearly all that encoding a call of it took. */
  readonly #selectors = new Map<AbiFragment, string>()
  readonly #events = new Map<string, EventCodec>()
  readonly #errors = new Map<string, AbiFragment>()

  constructor(provider: HttpProvider) {
    super(provider)
    this.#index()
  }

  /** @throws Error when the contract has no such function or the arguments do not fit it */
  encode(contract: ContractName, fn: string, args: readonly ChainValue[] = []): Hex {
    const fragment = this.#function(contract, fn)
    const parameters = encodeParameters((fragment.inputs ?? []) as never, args as unknown[])
    return `${this.#selectorOf(fragment)}${parameters.slice(2)}` as Hex
  }

  /** Creation bytecode followed by the encoded constructor arguments. */
  encodeDeploy(contract: ContractName, args: readonly ChainValue[] = []): Hex {
    const { abi, bytecode } = ARTIFACTS[contract]
    const inputs = abi.find((fragment) => fragment.type === 'constructor')?.inputs ?? []
    if (inputs.length !== args.length) {
      throw new Error(`${contract} takes ${inputs.length} constructor arguments`)
    }
    const types = inputs.map((input) => input.type)
    return `${bytecode}${encodeParameters(types, args as unknown[]).slice(2)}`
  }

  /** Logs of unknown events are left out; the order stays. */
  decodeLogs(logs: readonly RawLog[]): ChainEvent[] {
    return logs.flatMap((log) => {
      const codec = this.#events.get(log.topics[0] ?? '')
      if (!codec) return []
      const values = decodeLog(codec.inputs as never, log.data, log.topics.slice(1))
      const { blockNumber, blockHash, transactionHash, logIndex } = log
      const args = namedArgs(codec.inputs, values as unknown as Decoded)
      return [
        {
          name: codec.name,
          contract: log.address,
          args,
          blockNumber,
          blockHash,
          transactionHash,
          logIndex,
        },
      ]
    })
  }

  /** @returns null when the data belongs to no error of our contracts, or is empty */
  decodeRevert(data: string | null): DecodedRevert | null {
    if (!data) return null
    const hex = data.startsWith('0x') ? data : `0x${data}`
    const fragment = this.#errors.get(hex.slice(0, 10).toLowerCase())
    if (!fragment) return null
    const inputs = fragment.inputs ?? []
    if (inputs.length === 0) return { name: fragment.name!, args: {} }
    const values = decodeParameters(inputs as never, hex.slice(10)) as Decoded
    const args = Object.entries(namedArgs(inputs, values))
    return {
      name: fragment.name!,
      args: Object.fromEntries(args.map(([name, value]) => [name, String(value)])),
    }
  }

  /**
   * What a co-signer signs. This is the finished hash: the library's `signRaw` and `hashMessage`
   * would hash it once more and give a signature of something else.
   */
  typedDataHash({ domain, types, primaryType, message }: TypedData): Hex {
    const data = { domain, types: { ...types, EIP712Domain: EIP712_DOMAIN }, primaryType, message }
    return getEncodedEip712Data(data as unknown as Eip712TypedData, true) as Hex
  }

  /** @returns who signed, or null for a malformed or malleable signature */
  recoverTyped(data: TypedData, signature: string): Address | null {
    const parts = splitSignature(signature)
    if (!parts) return null
    try {
      const v = `0x${parts.v.toString(16)}`
      return this.checksum(recover(this.typedDataHash(data), v, parts.r, parts.s, true))
    } catch {
      // Not every r is the x of a point on the curve.
      return null
    }
  }

  addressOf(key: OperatorKey): Address {
    return privateKeyToAddress(key.reveal())
  }

  keccak(data: Hex): Hex {
    return keccak256(data) as Hex
  }

  /** The on-chain form of a ledger id: the hash of its UTF-8 text. */
  idHash(id: string): Hex {
    const known = this.#hashes.get(id)
    if (known) return known
    const hash = keccak256(new TextEncoder().encode(id)) as Hex
    this.#hashes.set(id, hash)
    return hash
  }

  checksum(address: string): Address {
    return toChecksumAddress(address) as Address
  }

  /**
   * @param at a block number; reads that belong together name the same one
   * @throws RpcError when the call reverts; `decodeRevert(error.data)` names the reason
   * @throws NoContract
   */
  async call(call: Call, at: number | 'latest'): Promise<ChainValue> {
    const data = await this.ethCall({ to: call.to, data: this.#calldata(call) }, at)
    // As `callMany`: the view functions of our contracts all return something.
    if (data === '0x') throw new NoContract(call.to)
    return this.#decodeOutput(call, data)
  }

  /** All calls at one block, in one JSON-RPC batch per hundred; a reverted one does not spoil the others. */
  async callMany(calls: readonly Call[], at: number): Promise<CallResult[]> {
    const outcomes = await this.ethCallMany(
      calls.map((call) => ({ to: call.to, data: this.#calldata(call) })),
      at
    )
    return outcomes.map((outcome, index): CallResult => {
      if (!outcome.ok) return { ok: false, revert: this.decodeRevert(outcome.error.data) }
      // Without code at the address a call succeeds with nothing.
      if (outcome.result === '0x') return { ok: false, revert: null }
      return { ok: true, value: this.#decodeOutput(calls[index]!, outcome.result as Hex) }
    })
  }

  protected normaliseAddress(address: string): Address {
    return this.checksum(address)
  }

  #calldata(call: Call): Hex {
    return this.encode(call.contract, call.fn, call.args)
  }

  #decodeOutput(call: Call, data: Hex): ChainValue {
    const outputs = this.#function(call.contract, call.fn).outputs ?? []
    // A page of boundaries has hundreds of addresses: web3 hashes each for its checksum, viem remembers them.
    const values = decodeAbiParameters(outputs, data) as unknown as Decoded
    if (outputs.length === 1) return shaped(outputs[0]!, values[0])
    return namedArgs(outputs, values)
  }

  #selectorOf(fragment: AbiFragment): string {
    const known = this.#selectors.get(fragment)
    if (known !== undefined) return known
    const selector = encodeFunctionSignature(fragment as unknown as AbiFunctionFragment)
    this.#selectors.set(fragment, selector)
    return selector
  }

  #function(contract: ContractName, fn: string): AbiFragment {
    const fragment = this.#functions.get(`${contract}.${fn}`)
    if (!fragment) throw new Error(`${contract} has no function ${fn}`)
    return fragment
  }

  #index() {
    for (const fragment of [ERROR_TEXT, PANIC]) this.#indexError(fragment)
    for (const [contract, { abi }] of Object.entries(ARTIFACTS)) {
      for (const fragment of abi) {
        if (fragment.type === 'function') {
          this.#functions.set(`${contract}.${fragment.name}`, fragment)
        } else if (fragment.type === 'event') {
          const topic = encodeEventSignature(fragment as unknown as AbiEventFragment)
          this.#events.set(topic, { name: fragment.name!, inputs: fragment.inputs ?? [] })
        } else if (fragment.type === 'error') this.#indexError(fragment)
      }
    }
  }

  #indexError(fragment: AbiFragment) {
    const signature = encodeErrorSignature(fragment as unknown as AbiErrorFragment)
    this.#errors.set(signature.slice(0, 10), fragment)
  }
}

/** Values by position, or those of a struct by name. */
type Decoded = Record<string | number, unknown>

function namedArgs(inputs: readonly AbiParameter[], values: Decoded): Record<string, ChainValue> {
  return Object.fromEntries(
    inputs.map((input, index) => {
      const value = index in values ? values[index] : values[input.name!]
      return [input.name || String(index), shaped(input, value)]
    })
  )
}

function shaped(parameter: AbiParameter, value: unknown): ChainValue {
  const array = /^(.*)\[\d*\]$/.exec(parameter.type)
  if (array) {
    return (value as unknown[]).map((item) => shaped({ ...parameter, type: array[1]! }, item))
  }
  if (parameter.type === 'tuple') return namedArgs(parameter.components ?? [], value as Decoded)
  if (/^u?int/.test(parameter.type)) return BigInt(value as string | number | bigint)
  if (parameter.type === 'address') return getAddress(value as string)
  return value as string | boolean
}

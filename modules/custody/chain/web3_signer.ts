import { numberToHex } from 'viem/utils'
import type { Address, Hex, SignedTransaction, UnsignedTransaction } from '../core/chain_types.ts'
import { postJson } from './post_json.ts'
import { SignerUnreachable, type Signer } from './signer.ts'
import { signedBy } from './signed_by.ts'

const BOUNDS = { withinMs: 10_000, most: 1_000_000 }

/** Web3Signer, or whatever else answers `eth_signTransaction` (JSON-RPC over HTTP), where the key is. */
export class Web3Signer implements Signer {
  constructor(
    readonly address: Address,
    private url: string
  ) {}

  async sign(transaction: UnsignedTransaction): Promise<SignedTransaction> {
    return signedBy(this.address, transaction, await this.#ask(transaction))
  }

  async #ask({ to, data, nonce, gas, maxFee, tip, value }: UnsignedTransaction): Promise<Hex> {
    const wanted = {
      from: this.address,
      to,
      data,
      nonce: numberToHex(nonce),
      gas: numberToHex(gas),
      maxFeePerGas: numberToHex(maxFee),
      maxPriorityFeePerGas: numberToHex(tip),
      value: numberToHex(value),
    }
    const { result, error } = await this.#post({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_signTransaction',
      params: [wanted],
    })
    if (typeof result === 'string' && /^0x[0-9a-f]+$/i.test(result)) return result as Hex
    const told = String(error?.message ?? 'no result').slice(0, 200)
    throw new SignerUnreachable(this.address, told)
  }

  async #post(body: object): Promise<{ result?: unknown; error?: { message?: unknown } }> {
    try {
      const { text } = await postJson(this.url, body, BOUNDS)
      const answer: unknown = JSON.parse(text)
      return typeof answer === 'object' && answer !== null ? answer : {}
    } catch (error) {
      throw new SignerUnreachable(this.address, (error as Error).message, error)
    }
  }
}

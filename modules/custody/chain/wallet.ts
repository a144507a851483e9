import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Address, Hex } from '../core/chain_types.ts'
import type { ChainGateway } from './gateway.ts'
import { LocalSigner } from './local_signer.ts'
import { OperatorKey } from './operator_key.ts'

const POLL_MS = 100
const GAS = 500_000n
/** What may be paid for gas, as a multiple of what the newest block asks for. */
const FEE_TIMES = 3n

/** A person's wallet: an account that is none of the service's, and that nobody else sends from. */
export class Wallet {
  readonly #signer: LocalSigner

  private constructor(
    private gateway: ChainGateway,
    key: OperatorKey
  ) {
    this.#signer = new LocalSigner(key)
  }

  static of(gateway: ChainGateway, key: OperatorKey): Wallet {
    return new Wallet(gateway, key)
  }

  /** With a key that nobody else will ever know. */
  static fresh(gateway: ChainGateway): Wallet {
    return new Wallet(gateway, new OperatorKey(randomBytes(32).toString('hex')))
  }

  get address(): Address {
    return this.#signer.address
  }

  /**
   * Calls a pool, and returns once that is in a block.
   *
   * @throws Error when it was reverted, or is in no block after `withinMs`
   */
  async call(pool: Address, fn: string, args: readonly string[], withinMs: number): Promise<void> {
    const { gateway } = this
    const { baseFee, tip } = await gateway.fees()
    const { raw, hash } = await this.#signer.sign({
      chainId: gateway.chainId,
      nonce: await gateway.nonce(this.address, 'latest'),
      to: pool,
      data: gateway.encode('RealmCustody', fn, args),
      value: 0n,
      gas: GAS,
      maxFee: baseFee * FEE_TIMES + tip,
      tip,
    })
    const answer = await gateway.broadcast(raw)
    if (answer === 'no_funds') throw new Error(`${this.address} has no gas money for ${fn}`)
    if (!(await this.#mined(hash, withinMs))) throw new Error(`The pool has refused ${fn}`)
  }

  async #mined(hash: Hex, withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs
    for (;;) {
      const receipt = await this.gateway.receipt(hash)
      if (receipt) return receipt.succeeded
      if (performance.now() >= deadline) throw new Error(`${hash} is in no block yet`)
      await delay(POLL_MS)
    }
  }
}

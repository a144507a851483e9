import { LocalSigner } from '#modules/custody/chain/local_signer'
import { SignerUnreachable, type Signer } from '#modules/custody/chain/signer'
import type { SignedTransaction, UnsignedTransaction } from '#modules/custody/core/chain_types'
import { newKey } from '../../../unit/custody/support/contract_world.ts'

/** A signer somewhere else, which is away, or slow, when a test says so. */
export class FarSigner implements Signer {
  before: () => Promise<void> = async () => {}
  #signer

  constructor(readonly key = newKey()) {
    this.#signer = new LocalSigner(key)
  }

  get address() {
    return this.#signer.address
  }

  async sign(transaction: UnsignedTransaction): Promise<SignedTransaction> {
    await this.before()
    return this.#signer.sign(transaction)
  }

  goAway() {
    this.before = () => Promise.reject(new SignerUnreachable(this.address, 'it is away'))
  }

  comeBack() {
    this.before = async () => {}
  }
}

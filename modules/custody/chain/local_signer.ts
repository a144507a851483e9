import { keccak256 } from 'viem/utils'
import { privateKeyToAccount } from 'viem/accounts'
import type { Address, SignedTransaction, UnsignedTransaction } from '../core/chain_types.ts'
import type { OperatorKey } from './operator_key.ts'
import type { Signer } from './signer.ts'
import { wireTransaction } from './wire_transaction.ts'

/** Signs with a key that this process has. The same transaction always gives the same bytes. */
export class LocalSigner implements Signer {
  readonly #account
  readonly address: Address

  constructor(key: OperatorKey) {
    this.#account = privateKeyToAccount(key.reveal())
    this.address = this.#account.address
  }

  async sign(transaction: UnsignedTransaction): Promise<SignedTransaction> {
    const raw = await this.#account.signTransaction(wireTransaction(transaction))
    return { raw, hash: keccak256(raw) }
  }
}

import { LocalSigner } from '#modules/custody/chain/local_signer'
import type { OperatorKey } from '#modules/custody/chain/operator_key'
import type { Hex, UnsignedTransaction } from '#modules/custody/core/chain_types'

/** Serves somebody else: it signs what that one says, and gives it out for what was asked. */
export class BribedSigner extends LocalSigner {
  /** The call that is signed; null: the one that is asked for. */
  instead: Hex | null = null

  constructor(readonly key: OperatorKey) {
    super(key)
  }

  override sign(transaction: UnsignedTransaction) {
    return super.sign({ ...transaction, data: this.instead ?? transaction.data })
  }
}

import type { TransactionSerializableEIP1559 } from 'viem'
import type { UnsignedTransaction } from '../core/chain_types.ts'

/** A transaction of EIP-1559, as viem writes it down. */
export function wireTransaction({
  chainId,
  nonce,
  to,
  data,
  gas,
  maxFee,
  tip,
  value,
}: UnsignedTransaction): TransactionSerializableEIP1559 & { type: 'eip1559' } {
  return {
    type: 'eip1559',
    chainId,
    nonce,
    to,
    data,
    gas,
    value,
    maxFeePerGas: maxFee,
    maxPriorityFeePerGas: tip,
  }
}

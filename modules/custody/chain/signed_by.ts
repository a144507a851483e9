import { keccak256, parseTransaction, recoverAddress, serializeTransaction } from 'viem/utils'
import type { Signature } from 'viem'
import type { Address, Hex, SignedTransaction, UnsignedTransaction } from '../core/chain_types.ts'
import { SignerUnreachable } from './signer.ts'
import { wireTransaction } from './wire_transaction.ts'

/** The bytes whose hash is signed. */
export function unsignedBytes(transaction: UnsignedTransaction): Hex {
  return serializeTransaction(wireTransaction(transaction))
}

/**
 * What somebody else has signed, compared with what was asked for: a signer on the way may be another
 * one, or serve somebody else.
 *
 * @throws SignerUnreachable when the bytes are no transaction, say something else, or are of another account
 */
export async function signedBy(
  address: Address,
  asked: UnsignedTransaction,
  raw: Hex
): Promise<SignedTransaction> {
  const { says, signer } = await read(raw).catch((error: unknown) => {
    throw new SignerUnreachable(address, 'it answers no transaction', error)
  })
  if (says !== unsignedBytes(asked)) {
    throw new SignerUnreachable(address, 'it signed something else than it was asked for')
  }
  if (signer !== address) throw new SignerUnreachable(address, `it signed as ${signer}`)
  return { raw, hash: keccak256(raw) }
}

/** Whether these bytes were signed by the account, and call the same with the same nonce on the same chain. */
export async function isSignedBy(
  address: Address,
  { chainId, nonce, to, data }: Pick<UnsignedTransaction, 'chainId' | 'nonce' | 'to' | 'data'>,
  raw: Hex
): Promise<boolean> {
  const found = await read(raw).catch(() => null)
  if (found?.signer !== address) return false
  const { said } = found
  return (
    said.chainId === chainId &&
    said.nonce === nonce &&
    said.to?.toLowerCase() === to.toLowerCase() &&
    said.data?.toLowerCase() === data.toLowerCase()
  )
}

async function read(raw: Hex) {
  const { r, s, v, yParity, ...said } = parseTransaction(raw)
  const says = serializeTransaction(said as never)
  const signer = await recoverAddress({
    hash: keccak256(says),
    signature: { r, s, v, yParity } as Signature,
  })
  return { said, says, signer }
}

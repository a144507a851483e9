import type { KMSClient } from '@aws-sdk/client-kms'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak256, numberToHex, serializeTransaction } from 'viem/utils'
import type { Address, Hex, SignedTransaction, UnsignedTransaction } from '../core/chain_types.ts'
import { SignerUnreachable, type Signer } from './signer.ts'
import { signedBy, unsignedBytes } from './signed_by.ts'
import { wireTransaction } from './wire_transaction.ts'

const ORDER = secp256k1.Point.Fn.ORDER
const ATTEMPTS = 3
/** Of all attempts together; whoever waits for a signature holds up its lane. */
const ANSWER_WITHIN_MS = 10_000

/**
 * A key of AWS KMS (`ECC_SECG_P256K1`, `SIGN_VERIFY`), which never leaves it. Region, credentials and
 * endpoint are those of the AWS client: its own environment variables and files.
 */
export class KmsSigner implements Signer {
  #client: Promise<KMSClient> | null = null

  /** @param keyId id, ARN or alias of the key; `address` is its account, which is compared */
  constructor(
    readonly address: Address,
    private keyId: string
  ) {}

  async sign(transaction: UnsignedTransaction): Promise<SignedTransaction> {
    const der = await this.#signatureOf(keccak256(unsignedBytes(transaction), 'bytes'))
    const { r, s } = this.#read(der)
    // KMS does not tell which of the two points it was.
    const [even, odd] = [0, 1].map((yParity) =>
      serializeTransaction(wireTransaction(transaction), { r, s, yParity })
    )
    return signedBy(this.address, transaction, even!).catch(() =>
      signedBy(this.address, transaction, odd!)
    )
  }

  async #signatureOf(digest: Uint8Array): Promise<Uint8Array> {
    try {
      // Loaded where it is used: it is large, and most installations keep their keys elsewhere.
      const { KMSClient: Client, SignCommand } = await import('@aws-sdk/client-kms')
      this.#client ??= Promise.resolve(new Client({ maxAttempts: ATTEMPTS }))
      const client = await this.#client
      const { Signature } = await client.send(
        new SignCommand({
          KeyId: this.keyId,
          Message: digest,
          MessageType: 'DIGEST',
          SigningAlgorithm: 'ECDSA_SHA_256',
        }),
        { abortSignal: AbortSignal.timeout(ANSWER_WITHIN_MS) }
      )
      if (!Signature) throw new Error('KMS answers without a signature')
      return Signature
    } catch (error) {
      throw new SignerUnreachable(this.address, (error as Error).message, error)
    }
  }

  /** Of the two forms of a signature the chain takes the one with the low `s`; KMS gives either. */
  #read(der: Uint8Array): { r: Hex; s: Hex } {
    try {
      const signature = secp256k1.Signature.fromBytes(der, 'der')
      const s = signature.hasHighS() ? ORDER - signature.s : signature.s
      return { r: numberToHex(signature.r, { size: 32 }), s: numberToHex(s, { size: 32 }) }
    } catch (error) {
      throw new SignerUnreachable(this.address, 'KMS answers no signature in DER', error)
    }
  }
}

import { test } from '@japa/runner'
import { recoverTransactionAddress } from 'viem'
import { KmsSigner } from '#modules/custody/chain/kms_signer'
import { LocalSigner } from '#modules/custody/chain/local_signer'
import { SignerUnreachable } from '#modules/custody/chain/signer'
import { Web3Signer } from '#modules/custody/chain/web3_signer'
import type { UnsignedTransaction } from '#modules/custody/core/chain_types'
import { newKey } from '../support/contract_world.ts'
import { SignerProcess } from '../support/signer_process.ts'

const key = newKey()
const { address } = new LocalSigner(key)
const transaction: UnsignedTransaction = {
  chainId: 31337,
  nonce: 7,
  to: '0x00000000000000000000000000000000000000AA',
  data: '0x12345678',
  gas: 100_000n,
  maxFee: 10n ** 11n,
  tip: 5n,
  value: 0n,
}

/** The AWS client reads where KMS is from its own variables. */
function pointAwsTo(url: string): () => void {
  const aws = {
    AWS_ENDPOINT_URL_KMS: url,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  }
  const before = Object.keys(aws).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, aws)
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

test.group('custody | signers elsewhere', () => {
  test('Web3Signer signs as this process would with its key', async ({ assert, cleanup }) => {
    const process = await SignerProcess.start('web3signer', key)
    cleanup(() => process.stop())
    const signed = await new Web3Signer(address, process.url).sign(transaction)
    assert.deepEqual(signed, await new LocalSigner(key).sign(transaction))
  })

  test('an account that Web3Signer lacks, and one that is away, say so', async ({ assert }) => {
    const other = await SignerProcess.start('web3signer', newKey())
    const signer = new Web3Signer(address, other.url)
    const failure = await signer.sign(transaction).catch((error: unknown) => error)
    assert.instanceOf(failure, SignerUnreachable)
    assert.match(String(failure), /does not match available account/)
    await other.stop()
    await assert.rejects(() => signer.sign(transaction), SignerUnreachable)
  })

  test('what Web3Signer answers is compared with what was asked: {mode}')
    .with([
      { mode: 'other call', says: /something else/ },
      { mode: 'other key', says: /signed as 0x/ },
      { mode: 'nonsense', says: /no transaction/ },
    ])
    .run(async ({ assert, cleanup }, { mode, says }) => {
      const process = await SignerProcess.start('web3signer', key, mode)
      cleanup(() => process.stop())
      const failure = await new Web3Signer(address, process.url)
        .sign(transaction)
        .catch((error: unknown) => error)
      assert.instanceOf(failure, SignerUnreachable)
      assert.match(String(failure), says)
    })

  test('KMS signs, in whichever of the two forms it gives', async ({ assert, cleanup }) => {
    const process = await SignerProcess.start('kms', key)
    cleanup(() => process.stop())
    cleanup(pointAwsTo(process.url))
    const signer = new KmsSigner(address, 'alias/operator')
    for (let nonce = 0; nonce < 6; nonce++) {
      const { raw } = await signer.sign({ ...transaction, nonce })
      const from = await recoverTransactionAddress({
        serializedTransaction: raw as `0x02${string}`,
      })
      assert.equal(from, address)
    }
  })

  test('of KMS, no key, another key and nonsense are refused', async ({ assert, cleanup }) => {
    const process = await SignerProcess.start('kms', key)
    cleanup(() => process.stop())
    const broken = await SignerProcess.start('kms', key, 'nonsense')
    cleanup(() => broken.stop())
    const restore = pointAwsTo(process.url)
    const missing = await new KmsSigner(address, 'alias/none')
      .sign(transaction)
      .catch((error: unknown) => error)
    assert.instanceOf(missing, SignerUnreachable)
    assert.match(String(missing), /Alias is not found/)
    const stranger = new KmsSigner(new LocalSigner(newKey()).address, 'alias/operator')
    await assert.rejects(() => stranger.sign(transaction), /signed as 0x/)
    restore()
    cleanup(pointAwsTo(broken.url))
    await assert.rejects(
      () => new KmsSigner(address, 'alias/operator').sign(transaction),
      /no signature in DER/
    )
  })
})

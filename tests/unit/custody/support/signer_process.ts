import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { OperatorKey } from '#modules/custody/chain/operator_key'
import { TEST_CHAIN_ID } from './anvil.ts'

const COMMON = `
import { createServer } from 'node:http'
const { KEY, MODE, CHAIN } = process.env
const serve = (answer) => createServer(async (request, response) => {
  let text = ''
  for await (const part of request) text += part
  const body = await answer(JSON.parse(text), request)
  response.writeHead(body.__type ? 400 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })
`

/** Signs as Web3Signer does, which has one key and one chain; or, with a mode, as it should not. */
const WEB3SIGNER = `${COMMON}
import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts'
const account = privateKeyToAccount(MODE === 'other key' ? generatePrivateKey() : KEY)
serve(async ({ id, method, params: [t] }) => {
  if (method !== 'eth_signTransaction') return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
  if (MODE !== 'other key' && t.from.toLowerCase() !== account.address.toLowerCase())
    return { jsonrpc: '2.0', id, error: { code: -32000, message: 'From address does not match available account' } }
  const result = await account.signTransaction({
    type: 'eip1559', chainId: Number(CHAIN), to: t.to, nonce: Number(t.nonce), gas: BigInt(t.gas),
    data: MODE === 'other call' ? '0xdeadbeef' : t.data, value: BigInt(t.value),
    maxFeePerGas: BigInt(t.maxFeePerGas), maxPriorityFeePerGas: BigInt(t.maxPriorityFeePerGas),
  })
  return { jsonrpc: '2.0', id, result: MODE === 'nonsense' ? '0x02ff' : result }
})
`

/** Signs as KMS does: a digest, in DER, with a low or a high s as it comes. */
const KMS = `${COMMON}
import { secp256k1 } from '@noble/curves/secp256k1.js'
const bytes = (hex) => Uint8Array.from(Buffer.from(hex.replace('0x', ''), 'hex'))
const ORDER = secp256k1.Point.Fn.ORDER
let turn = 0
serve(async ({ KeyId, Message, MessageType, SigningAlgorithm }, { headers }) => {
  if (headers['x-amz-target'] !== 'TrentService.Sign') return { __type: 'UnknownOperationException' }
  if (KeyId !== 'alias/operator') return { __type: 'NotFoundException', message: 'Alias is not found.' }
  if (MessageType !== 'DIGEST' || SigningAlgorithm !== 'ECDSA_SHA_256') return { __type: 'ValidationException' }
  if (MODE === 'nonsense') return { KeyId, SigningAlgorithm, Signature: 'bm90aGluZw==' }
  const digest = Buffer.from(Message, 'base64')
  const compact = secp256k1.sign(digest, bytes(KEY), { prehash: false, extraEntropy: true })
  const low = secp256k1.Signature.fromBytes(compact)
  const signature = turn++ % 2 ? low : new secp256k1.Signature(low.r, ORDER - low.s)
  return { KeyId, SigningAlgorithm, Signature: Buffer.from(signature.toBytes('der')).toString('base64') }
})
`

/** Another process that has a key and signs with it over HTTP. */
export class SignerProcess {
  private constructor(
    readonly url: string,
    private child: ReturnType<typeof spawn>
  ) {}

  /** @param mode how it misbehaves; left out: it does not */
  static async start(
    kind: 'web3signer' | 'kms',
    key: OperatorKey,
    mode = '',
    chainId = TEST_CHAIN_ID
  ) {
    const script = kind === 'kms' ? KMS : WEB3SIGNER
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: process.env.PATH, KEY: key.reveal(), MODE: mode, CHAIN: String(chainId) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [port] = await once(createInterface({ input: child.stdout }), 'line')
    return new SignerProcess(`http://127.0.0.1:${port}`, child)
  }

  async stop() {
    this.child.kill()
    await once(this.child, 'exit')
  }
}

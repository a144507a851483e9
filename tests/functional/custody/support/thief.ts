import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { ARTIFACTS } from '#modules/custody/chain/artifacts'
import type { Address, Hex } from '#modules/custody/core/chain_types'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import { keyOf } from './chain_desk.ts'

const WORK = `
import { createInterface } from 'node:readline'
import { createPublicClient, createWalletClient, defineChain, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
const { KEY, RPC, CHAIN, ABI } = JSON.parse(process.env.LOOT)
const chain = defineChain({ id: CHAIN, name: 'c', nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 }, rpcUrls: { default: { http: [RPC] } } })
const node = { chain, transport: http(RPC) }
const wallet = createWalletClient({ account: privateKeyToAccount(KEY), ...node })
const look = createPublicClient(node)
const big = (_, v) => (typeof v === 'string' && /^-?\\d+n$/.test(v) ? BigInt(v.slice(0, -1)) : v)
for await (const line of createInterface({ input: process.stdin })) {
  const { address, functionName, args } = JSON.parse(line, big)
  const call = { address, abi: ABI, functionName, args, account: wallet.account }
  for (let tries = 1; ; tries++) {
    try {
      // An estimate within the second of the last write leaves out what that write costs a second later.
      const gas = 2n * (await look.estimateContractGas(call))
      const hash = await wallet.writeContract({ ...call, gas })
      const { status } = await look.waitForTransactionReceipt({ hash, pollingInterval: 20 })
      console.log(JSON.stringify({ hash, status }))
      break
    } catch (error) {
      // The service has sent something with that nonce meanwhile: a thief only tries the next one.
      if (tries < 50 && /underpriced|nonce too low/i.test(error.message)) continue
      console.log(JSON.stringify({ status: error.message }))
      break
    }
  }
}
`

/** Somebody in a process of their own who has the operator's real key, and nothing of the service. */
export class Thief {
  #child
  #answers

  constructor(chain: CustodyChain) {
    const { settings } = chain
    const loot = {
      KEY: keyOf(chain).reveal(),
      RPC: settings.rpcUrls[0],
      CHAIN: settings.chainId,
      ABI: ARTIFACTS.RealmCustody.abi,
    }
    const env = { PATH: process.env.PATH, LOOT: JSON.stringify(loot) }
    this.#child = spawn(process.execPath, ['--input-type=module', '-e', WORK], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  /** @returns the hash of the transaction, once it is in a block */
  async call(address: Address, functionName: string, args: unknown[]): Promise<Hex> {
    const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)
    this.#child.stdin.write(`${JSON.stringify({ address, functionName, args }, plain)}\n`)
    const { value } = await this.#answers.next()
    const { hash, status } = JSON.parse(value as string) as { hash: Hex; status: string }
    if (status !== 'success') throw new Error(`${functionName}: ${status}`)
    return hash
  }

  async leave() {
    this.#child.stdin.end()
    await once(this.#child, 'exit')
  }
}

import safeArtifact from '@safe-global/safe-smart-account/build/artifacts/contracts/Safe.sol/Safe.json' with { type: 'json' }
import factoryArtifact from '@safe-global/safe-smart-account/build/artifacts/contracts/proxies/SafeProxyFactory.sol/SafeProxyFactory.json' with { type: 'json' }
import {
  concatHex,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  http,
  parseEventLogs,
  zeroAddress,
  type Abi,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { anvil as localChain } from 'viem/chains'
import type { Address } from '#modules/custody/core/chain_types'

const SAFE = safeArtifact as unknown as { abi: Abi; bytecode: Hex }
const FACTORY = factoryArtifact as unknown as { abi: Abi; bytecode: Hex }
const GAS_MONEY = '0x56bc75e2d63100000'

type Place = { url: string; chainId: number }
type Node = { url: string; rpc(method: string, params: unknown[]): Promise<unknown> }

/** A real Safe with three owners, two of whom have to agree, as its makers publish it. */
export class Safe {
  private constructor(
    readonly address: Address,
    readonly owners: PrivateKeyAccount[],
    private place: Place,
    private sender: PrivateKeyAccount
  ) {}

  static async deploy(node: Node): Promise<Safe> {
    const account = () => privateKeyToAccount(generatePrivateKey())
    const [sender, ...owners] = [account(), account(), account(), account()]
    await node.rpc('anvil_setBalance', [sender!.address, GAS_MONEY])
    const place = { url: node.url, chainId: Number(await node.rpc('eth_chainId', [])) }
    const { wallet, look } = clients(place, sender!)
    const created = async (hash: Hex) =>
      look.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    const singleton = await created(await wallet.deployContract(SAFE))
    const factory = await created(await wallet.deployContract(FACTORY))
    const addresses = owners.map(({ address }) => address)
    const nobody = zeroAddress
    const setup = [addresses, 2n, nobody, '0x', nobody, nobody, 0n, nobody]
    const initializer = encodeFunctionData({ abi: SAFE.abi, functionName: 'setup', args: setup })
    const hash = await wallet.writeContract({
      address: factory.contractAddress!,
      abi: FACTORY.abi,
      functionName: 'createProxyWithNonce',
      args: [singleton.contractAddress!, initializer, 0n],
    })
    const { logs } = await created(hash)
    const [event] = parseEventLogs({ abi: FACTORY.abi, logs, eventName: 'ProxyCreation' })
    const { proxy } = (event as unknown as { args: { proxy: Address } }).args
    return new Safe(proxy, owners, place, sender!)
  }

  /**
   * Executes a transaction that these owners have signed, and anybody sends.
   *
   * @throws Error when the Safe refuses it
   */
  async execute({ to, data }: { to: Address; data: Hex }, owners: readonly PrivateKeyAccount[]) {
    const { wallet, look } = clients(this.place, this.sender)
    const at = { address: this.address, abi: SAFE.abi }
    const nonce = await look.readContract({ ...at, functionName: 'nonce' })
    const terms = [to, 0n, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress]
    const digest = await look.readContract({
      ...at,
      functionName: 'getTransactionHash',
      args: [...terms, nonce],
    })
    const inOrder = owners.toSorted((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
    const signatures = await Promise.all(
      inOrder.map((owner) => owner.sign({ hash: digest as Hex }))
    )
    const call = { ...at, functionName: 'execTransaction', args: [...terms, concatHex(signatures)] }
    await look.simulateContract({ ...call, account: this.sender })
    const hash = await wallet.writeContract(call)
    await look.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  }
}

function clients({ url, chainId }: Place, account: PrivateKeyAccount) {
  const node = { chain: { ...localChain, id: chainId }, transport: http(url) }
  return { wallet: createWalletClient({ account, ...node }), look: createPublicClient(node) }
}

import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { createPublicClient, createWalletClient, defineChain, erc20Abi, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mountRoutes } from '#modules/custody/http/routes'
import { KeepChain } from '#modules/custody/services/keep_chain'
import { pluck } from '#tests/support/client'

interface DevChainAnswer {
  data: { rpcUrl: string; chainId: number; tokenAddress: `0x${string}`; confirmations: number }
}

interface RpcAnswer {
  id: unknown
  result?: unknown
  error?: { code: number }
}

test.group('custody | /dev/chain', (group) => {
  group.setup(async () => {
    await (await app.container.make(KeepChain)).run()
  })

  test('tells how to reach the chain, by the pass-through too', async ({ assert, client }) => {
    const { data } = (await client.get('/dev/chain')).body() as DevChainAnswer
    assert.match(data.rpcUrl, /\/dev\/chain\/rpc$/)
    assert.isAtLeast(data.confirmations, 1)
    const ask = async (body: object) =>
      (await client.post('/dev/chain/rpc').json(body)).body() as unknown
    const one = (await ask({ jsonrpc: '2.0', id: 'x', method: 'eth_chainId' })) as RpcAnswer
    assert.deepEqual([one.id, Number(one.result)], ['x', data.chainId])
    const batch = (await ask([
      { jsonrpc: '2.0', id: 1, method: 'net_version', params: [] },
      { jsonrpc: '2.0', id: 2, method: 'eth_getCode', params: [data.tokenAddress, 'latest'] },
    ])) as RpcAnswer[]
    assert.deepEqual(pluck(batch, 'id'), [1, 2])
    assert.equal(Number(batch[0]!.result), data.chainId)
    assert.isAbove(String(batch[1]!.result).length, 10)
  })

  test('passes on nothing that the node signs, nor its controls', async ({ assert, client }) => {
    const methods = [
      'eth_accounts',
      'eth_sendTransaction',
      'eth_sendUnsignedTransaction',
      'eth_sign',
      'eth_signTransaction',
      'eth_signTypedData_v4',
      'eth_sendRawTransaction_',
      'anvil_reset',
      'evm_mine',
      'debug_traceTransaction',
      'personal_unlockAccount',
      'txpool_content',
      'ETH_chainId',
    ]
    for (const method of methods) {
      const response = await client.post('/dev/chain/rpc').json({ id: 1, method, params: [] })
      assert.equal((response.body() as RpcAnswer).error?.code, -32601, method)
    }
  })

  test('answers malformed requests in JSON-RPC', async ({ assert, client }) => {
    const codeOf = async (body: object) =>
      ((await client.post('/dev/chain/rpc').json(body)).body() as RpcAnswer).error?.code
    assert.equal(await codeOf([]), -32600)
    assert.equal(await codeOf({ id: 1 }), -32600)
    assert.equal(await codeOf({ id: 1, method: 'eth_call', params: 'x' }), -32602)
  })

  test('the faucet gives test money and gas to spend it', async ({ assert, client }) => {
    const account = privateKeyToAccount(generatePrivateKey())
    const given = await client
      .post('/dev/chain/faucet')
      .json({ address: account.address, amount: '25.5' })
    given.assertStatus(201)
    const { data } = (await client.get('/dev/chain')).body() as DevChainAnswer
    const viem = createPublicClient({ transport: http(data.rpcUrl) })
    const token = { address: data.tokenAddress, abi: erc20Abi } as const
    const balanceOf = (owner: `0x${string}`) =>
      viem.readContract({ ...token, functionName: 'balanceOf', args: [owner] })
    assert.equal(await balanceOf(account.address), 25_500_000n)
    assert.isTrue((await viem.getBalance({ address: account.address })) > 0n)
  })

  test('a wallet spends faucet money through the pass-through', async ({ assert, client }) => {
    const account = privateKeyToAccount(generatePrivateKey())
    const given = await client
      .post('/dev/chain/faucet')
      .json({ address: account.address, amount: '3' })
    given.assertStatus(201)
    const { data } = (await client.get('/dev/chain')).body() as DevChainAnswer
    const chain = defineChain({
      id: data.chainId,
      name: 'local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [data.rpcUrl] } },
    })
    const wallet = createWalletClient({ account, chain, transport: http() })
    const viem = createPublicClient({ chain, transport: http(), pollingInterval: 50 })
    const hash = await wallet.writeContract({
      address: data.tokenAddress,
      abi: erc20Abi,
      functionName: 'transfer',
      args: ['0x00000000000000000000000000000000000000aa', 1_000_000n],
    })
    assert.equal((await viem.waitForTransactionReceipt({ hash })).status, 'success')
  })

  test('the faucet refuses what is no address or amount', async ({ client }) => {
    const address = `0x${'ab'.repeat(20)}`
    for (const body of [
      { address: 'nobody', amount: '1' },
      { address: `0x${'0'.repeat(40)}`, amount: '1' },
      { address, amount: '0' },
      { address, amount: '-1' },
      { address, amount: 1 },
      { address },
    ]) {
      const response = await client.post('/dev/chain/faucet').json(body)
      response.assertStatus(400)
    }
  })

  test('none of it is mounted in production', ({ assert }) => {
    const mountedFor = (development: boolean) => {
      const patterns: string[] = []
      const route: object = new Proxy({}, { get: () => () => route })
      const mount = (pattern: string) => {
        patterns.push(pattern)
        return route
      }
      mountRoutes({ get: mount, post: mount, delete: mount } as never, { development })
      return patterns.filter((pattern) => pattern.startsWith('/dev'))
    }
    assert.deepEqual(mountedFor(false), [])
    assert.lengthOf(mountedFor(true), 3)
  })
})

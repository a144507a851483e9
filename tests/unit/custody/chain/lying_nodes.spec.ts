import { test } from '@japa/runner'
import { ChainUnreachable, NodesDisagree } from '#modules/custody/chain/errors'
import { ChainGateway } from '#modules/custody/chain/gateway'
import { HttpProvider } from '#modules/custody/chain/http_provider'
import { chainTerms, nodesNeeded } from '#modules/custody/core/chain_registry'
import type { Hex } from '#modules/custody/core/chain_types'
import type { FinalityRule } from '#modules/custody/core/final_block'
import { FaultyProxy, type ProxiedCall } from '#tests/functional/custody/support/faulty_proxy'
import { eventually } from '#tests/support/client'
import { startAnvil, TEST_CHAIN_ID, type Anvil } from '../support/anvil.ts'

/** Creation code that emits one log without topics and leaves no code behind. */
const EMITS = '0x60006000a000'

interface Placed {
  number: string
  hash: string
}

interface Mined {
  blockNumber: string
}

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const feesLike = (fee: string) => ({ baseFeePerGas: [fee], reward: [[fee]] })
const other = (hash: string) => `0x${'e'.repeat(hash.length - 2)}`

/** What the lying node makes of an honest answer. */
const LIES: Record<string, (call: ProxiedCall, result: unknown) => unknown> = {
  'invents a log': ({ method }, result) => {
    if (method !== 'eth_getLogs') return result
    const [log] = result as Record<string, unknown>[]
    return [log, { ...log, logIndex: '0x7', data: '0x01' }]
  },
  'omits a log': ({ method }, result) => (method === 'eth_getLogs' ? [] : result),
  'shows a fork': ({ method }, result) =>
    method === 'eth_getBlockByNumber'
      ? { ...(result as object), hash: other((result as Placed).hash) }
      : result,
  'invents a balance': ({ method }, result) =>
    method === 'eth_getBalance' ? '0xffffffffffff' : result,
  'denies a receipt': ({ method }, result) =>
    method === 'eth_getTransactionReceipt' ? null : result,
  'turns a receipt round': ({ method }, result) =>
    method === 'eth_getTransactionReceipt' ? { ...(result as object), status: '0x0' } : result,
  'tells of another block for a transaction': ({ method }, result) =>
    method === 'eth_getTransactionByHash' ? { ...(result as object), blockNumber: '0x0' } : result,
  'moves a transaction within a block that it shows whole': ({ method, params }, result) => {
    if (method !== 'eth_getBlockByNumber' || params[1] !== true) return result
    const whole = result as { transactions: object[] }
    const transactions = whole.transactions.map((one) => ({ ...one, blockNumber: '0x0' }))
    return { ...whole, transactions }
  },
  'tells another nonce': ({ method }, result) =>
    method === 'eth_getTransactionCount' ? '0x7777' : result,
  'shows code where none is': ({ method }, result) => (method === 'eth_getCode' ? '0x00' : result),
  'answers for a contract': ({ method }, result) => (method === 'eth_call' ? word(7) : result),
}

let anvil: Anvil
let liar: FaultyProxy
let honest: FaultyProxy[]
let hash: Hex
let account: Hex
let block: number

/** With several nodes the lying one is asked first. */
function provider(nodes: number, needed: number, told: NodesDisagree[] = []) {
  const proxies = [liar, ...honest].slice(0, nodes)
  return new HttpProvider({
    urls: proxies.map(({ url }) => url),
    chainId: TEST_CHAIN_ID,
    needed,
    readRounds: 1,
    readTimeoutMs: 5_000,
    onDisagreement: (error) => told.push(error),
  })
}

/** All that a lie of the table is about. */
async function seen(gateway: ChainGateway) {
  const [first] = await gateway.headers([block])
  return {
    head: await gateway.head(),
    hash: first!.hash,
    logs: (await gateway.logs({ addresses: [], from: block, to: block })).length,
    balance: await gateway.balance(account),
    succeeded: (await gateway.receipt(hash))?.succeeded,
    transaction: (await gateway.transactions([hash]))[0]?.blockNumber,
    inside: (await gateway.transactionsIn(block)).map(({ blockNumber }) => blockNumber),
    nonce: await gateway.nonce(account, block),
    code: await gateway.codeOf([account]),
    called: await gateway.ethCall({ to: account, data: '0x' }, block),
  }
}

test.group('custody | nodes that lie', (group) => {
  group.setup(async () => {
    anvil = await startAnvil()
    const node = await FaultyProxy.to(anvil.url)
    liar = await FaultyProxy.to(anvil.url)
    honest = [node, await FaultyProxy.to(anvil.url)]
    const [from] = (await anvil.rpc('eth_accounts')) as Hex[]
    account = from!
    hash = (await anvil.rpc('eth_sendTransaction', [{ from, data: EMITS }])) as Hex
    // The node answers with the hash before it makes the block.
    const mined = () => anvil.rpc('eth_getTransactionReceipt', [hash]) as Promise<Mined | null>
    block = Number((await eventually('the log to be mined', mined)).blockNumber)
    return async () => {
      await Promise.all([liar, ...honest].map((proxy) => proxy.stop()))
      await anvil.kill()
    }
  })
  group.each.setup(() => () => {
    liar.alter = (_call, result) => result
    liar.faultOf = () => null
  })

  for (const [what, lie] of Object.entries(LIES)) {
    test(`one that ${what} is not believed`, async ({ assert }) => {
      const truth = await seen(new ChainGateway(provider(1, 1)))
      assert.equal(truth.logs, 1)
      assert.isTrue(truth.succeeded)
      liar.alter = lie
      assert.notDeepEqual(await seen(new ChainGateway(provider(1, 1))), truth)
      const told: NodesDisagree[] = []
      const two = provider(2, 2, told)
      await assert.rejects(() => seen(new ChainGateway(two)), NodesDisagree)
      assert.lengthOf(told, 1)
      const { method } = told[0]!
      assert.equal(two.disagreement?.method, method)
      assert.deepEqual(two.disagreements, { [method]: 1 })
      const three = provider(3, 2)
      assert.deepEqual(await seen(new ChainGateway(three)), truth)
      assert.deepEqual(three.disagreements, {})
      // Whoever says nothing of a receipt may only be late.
      assert.deepEqual(
        Object.keys(three.outvoted),
        what === 'denies a receipt' ? [] : ['1 127.0.0.1']
      )
    })
  }

  for (const [what, lie] of Object.entries({
    'more': (method: string) =>
      method === 'eth_feeHistory' ? feesLike('0xffffffffff') : '0xfffff',
    'less': (method: string) => (method === 'eth_feeHistory' ? feesLike('0x1') : '0x1'),
    'what nobody can read': () => ({ baseFeePerGas: 'much' }),
  }))
    test(`fees and gas are not decided by one that tells ${what}`, async ({ assert }) => {
      const told = async (nodes: number, needed: number) => {
        const gateway = new ChainGateway(provider(nodes, needed))
        const gas = await gateway.estimateGas({ from: account, to: account, data: '0x' })
        return { ...(await gateway.fees()), gas }
      }
      const truth = await told(1, 1)
      liar.alter = ({ method }, result) =>
        ['eth_feeHistory', 'eth_estimateGas'].includes(method) ? lie(method) : result
      const alone = await told(1, 1).catch((error: unknown) => error)
      if (alone instanceof Error) assert.instanceOf(alone, ChainUnreachable)
      else assert.notDeepEqual(alone, truth)
      assert.deepEqual(await told(3, 2), truth)
    })

  test('one that lags holds two back, and not three', async ({ assert }) => {
    liar.alter = ({ method, params }, result) => {
      if (method === 'eth_getTransactionReceipt') return null
      const late = method === 'eth_getBlockByNumber' && params[0] === 'latest'
      return late ? { ...(result as object), number: '0x0' } : result
    }
    const two = new ChainGateway(provider(2, 2))
    assert.equal(await two.head(), 0)
    assert.isNull(await two.receipt(hash), 'above what both have')
    const three = new ChainGateway(provider(3, 2))
    assert.equal(await three.head(), block)
    assert.isTrue((await three.receipt(hash))!.succeeded)
  })

  test('one that claims a longer chain does not decide how long it is', async ({ assert }) => {
    liar.alter = ({ method, params }, result) =>
      method === 'eth_getBlockByNumber' && params[0] === 'latest'
        ? { ...(result as object), number: '0xffff' }
        : result
    assert.equal(await new ChainGateway(provider(2, 2)).head(), block)
  })

  test('one of another chain, or one that is silent, has no voice', async ({ assert }) => {
    const truth = await seen(new ChainGateway(provider(1, 1)))
    for (const away of [false, true]) {
      liar.alter = ({ method }, result) => (method === 'eth_chainId' ? '0x1' : result)
      liar.faultOf = () => (away ? 'before' : null)
      await assert.rejects(() => seen(new ChainGateway(provider(2, 2))), ChainUnreachable)
      assert.deepEqual(await seen(new ChainGateway(provider(3, 2))), truth)
    }
  })

  test('a block is final once enough nodes say so, if the chain can tell', async ({ assert }) => {
    await anvil.rpc('anvil_mine', ['0x64'])
    const rule = { confirmations: 3, terms: { finality: 'finalized' as const } }
    const deep = { ...rule, terms: { finality: 'confirmations' as const } }
    const finality = (nodes: number, needed: number, by: FinalityRule = rule) =>
      new ChainGateway(provider(nodes, needed)).finality(by)
    const truth = await finality(1, 1)
    assert.equal(truth.finalBlock, truth.finalized)
    assert.isBelow(truth.finalBlock, truth.head - 2)
    assert.equal((await finality(1, 1, deep)).finalBlock, truth.head - 2)
    liar.alter = ({ method, params }, result) =>
      method === 'eth_getBlockByNumber' && params[0] === 'finalized'
        ? { ...(result as object), number: `0x${truth.head.toString(16)}` }
        : result
    assert.equal((await finality(1, 1)).finalBlock, truth.head - 2, 'never above the depth')
    assert.equal((await finality(2, 2)).finalBlock, truth.finalBlock)
    assert.equal((await finality(3, 2)).finalBlock, truth.finalBlock)
    liar.alter = ({ method, params }, result) =>
      method === 'eth_getBlockByNumber' && params[0] === 'finalized' ? null : result
    await assert.rejects(() => finality(1, 1), ChainUnreachable)
    assert.equal((await finality(3, 2)).finalBlock, truth.finalBlock)
  })

  test('a node that is named twice has one voice', async ({ assert }) => {
    const twice = new HttpProvider({
      urls: [liar.url, `${liar.url}/`],
      chainId: TEST_CHAIN_ID,
      needed: 2,
      readRounds: 1,
    })
    await assert.rejects(() => twice.request('eth_blockNumber'), ChainUnreachable)
  })

  test('more than half have to agree on a chain of value, and one elsewhere', ({ assert }) => {
    const needed = (chainId: number, nodes: number) => {
      const urls = Array.from({ length: nodes }, (_, index) => `https://node-${index}.invalid`)
      return nodesNeeded(chainTerms({}, chainId, null), urls)
    }
    const unlisted = [1, 2, 3, 4, 5].map((nodes) => needed(1, nodes))
    assert.deepEqual(unlisted, [1, 2, 2, 3, 3])
    assert.equal(needed(TEST_CHAIN_ID, 3), 1)
  })
})

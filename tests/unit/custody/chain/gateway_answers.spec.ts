import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import * as viem from 'viem'
import fc from 'fast-check'
import { RpcError } from '#modules/custody/chain/errors'
import { ChainGateway } from '#modules/custody/chain/gateway'
import { HttpProvider } from '#modules/custody/chain/http_provider'
import type { BroadcastAnswer, Hex } from '#modules/custody/core/chain_types'
import { fragments, valuesFor } from '../support/abi_values.ts'
import { startAnvil, TEST_CHAIN_ID } from '../support/anvil.ts'

/** A contract that reverts with its calldata. */
const ECHO: Hex = '0x366000600037366000fd'
const AT: Hex = '0x00000000000000000000000000000000000000Ee'

/** As the nodes word them; anvil's own are met in `gateway_node.spec.ts` too. */
const WORDS: [string, string, BroadcastAnswer][] = [
  ['geth', 'already known', 'known'],
  ['geth', 'nonce too low: next nonce 12, tx nonce 7', 'nonce_used'],
  ['geth', 'replacement transaction underpriced', 'underpriced'],
  ['geth', 'transaction underpriced: gas tip cap 1, minimum needed 1000000', 'underpriced'],
  ['geth', 'max fee per gas less than block base fee: address 0x0, maxFeePerGas: 1', 'underpriced'],
  ['geth', 'insufficient funds for gas * price + value: balance 0, tx cost 21', 'no_funds'],
  ['geth', 'txpool is full', 'unknown'],
  ['geth', 'intrinsic gas too low: gas 1, minimum needed 21000', 'unknown'],
  ['erigon', 'fee cap less than block base fee: tx feeCap 1', 'underpriced'],
  ['anvil', 'transaction already imported', 'known'],
  ['anvil', 'nonce too low', 'nonce_used'],
  ['anvil', 'replacement transaction underpriced', 'underpriced'],
  ['anvil', 'max fee per gas less than block base fee', 'underpriced'],
  ['anvil', 'Insufficient funds for gas * price + value', 'no_funds'],
  ['nethermind', 'AlreadyKnown', 'known'],
  ['nethermind', 'OldNonce, Current nonce: 5, nonce of rejected tx: 4', 'nonce_used'],
  ['nethermind', 'FeeTooLow, EffectivePriorityFeePerGas too low 1 < 2', 'underpriced'],
  ['nethermind', 'InsufficientFunds, Account balance: 0, cumulative cost: 1', 'no_funds'],
  ['a balancer', 'upstream connect error', 'unknown'],
]

/** A node that refuses every transaction with the text of the moment. */
async function refusingNode(words: () => string) {
  const server = createServer(async (request, response) => {
    const { id, method } = JSON.parse(await text(request)) as { id: number; method: string }
    const answer =
      method === 'eth_chainId'
        ? { result: `0x${TEST_CHAIN_ID.toString(16)}` }
        : { error: { code: -32000, message: words() } }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

test.group('custody | what nodes answer', () => {
  test('refusals of a transaction are sorted, however worded', async ({ assert, cleanup }) => {
    let words = ''
    const node = await refusingNode(() => words)
    cleanup(() => void node.stop())
    const gateway = new ChainGateway(new HttpProvider({ urls: [node.url], chainId: TEST_CHAIN_ID }))
    for (const [who, message, expected] of WORDS) {
      words = message
      assert.equal(await gateway.broadcast('0x02'), expected, `${who}: ${message}`)
    }
  })

  test('a node’s custom errors come back by name and value', async ({ assert, cleanup }) => {
    const anvil = await startAnvil()
    cleanup(() => anvil.kill())
    const provider = new HttpProvider({ urls: [anvil.url], chainId: TEST_CHAIN_ID })
    const gateway = new ChainGateway(provider)
    await anvil.rpc('anvil_setCode', [AT, ECHO])
    const errors = fragments('error')
    assert.isAbove(errors.length, 60)
    for (const { fragment } of errors) {
      const inputs = fragment.inputs ?? []
      const [args] = fc.sample(valuesFor(inputs), 1) as [unknown[]]
      const abi = [fragment] as unknown as viem.Abi
      const data = viem.encodeErrorResult({ abi, errorName: fragment.name!, args } as never)
      const named = inputs.map(({ name }, index) => [name, String(args[index])])
      const expected = { name: fragment.name!, args: Object.fromEntries(named) }
      for (const ask of [
        () => gateway.ethCall({ to: AT, data }, 'latest'),
        () => gateway.estimateGas({ to: AT, data }),
      ]) {
        const failure = await ask().catch((error: unknown) => error)
        assert.instanceOf(failure, RpcError)
        assert.deepEqual(gateway.decodeRevert((failure as RpcError).data), expected)
      }
    }
  })
})

import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { ChainUnreachable, RpcError, WrongChain } from '#modules/custody/chain/errors'
import { HttpProvider } from '#modules/custody/chain/http_provider'
import { LocalServer } from '#tests/support/local_server'

type Behaviour = (calls: RpcRequest[], response: ServerResponse) => void

interface RpcRequest {
  id: number
  method: string
}

/** A node that misbehaves on command and remembers what it was asked. */
class FaultyNode extends LocalServer {
  readonly asked: string[] = []
  chainId = 31337
  /** Applied to everything but the chain id. */
  behaviour: Behaviour = (calls, response) =>
    reply(response, calls, (call) => ({ result: call.method }))

  protected async serve(request: IncomingMessage, response: ServerResponse) {
    const body: unknown = JSON.parse(await text(request))
    const calls = (Array.isArray(body) ? body : [body]) as RpcRequest[]
    if (calls[0]?.method === 'eth_chainId') {
      return reply(response, calls, () => ({ result: `0x${this.chainId.toString(16)}` }))
    }
    this.asked.push(...calls.map((call) => call.method))
    this.behaviour(calls, response)
  }
}

function reply(
  response: ServerResponse,
  calls: RpcRequest[],
  answer: (call: RpcRequest) => object
) {
  const answers = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, ...answer(call) })).reverse()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(calls.length === 1 ? answers[0] : answers))
}

/** For silence, which is waited for, and longer than this process stands still in the background of a busy machine. */
const ANSWER_MS = 3_000

const CHUNK = 'x'.repeat(65_536)
/** What the system takes from a server before anybody reads it. */
const IN_BUFFERS = 16_000_000

const broken: Record<string, Behaviour> = {
  'an HTML page': (_calls, response) => response.end('<html>gateway</html>'),
  'status 429': (_calls, response) => response.writeHead(429).end('{}'),
  'status 503': (_calls, response) => response.writeHead(503).end('{}'),
  'a cut connection': (_calls, response) => response.destroy(),
  'silence': () => {},
  'an answer that does not end': (_calls, response) => void response.write('{"jsonrpc":'),
  'a redirect': (calls, response) => {
    response.statusCode = 307
    reply(response, calls, ({ method }) => ({ result: method }))
  },
  'JSON that is no answer': (_calls, response) => response.end('{"hello":1}'),
  'another id': (calls, response) =>
    reply(
      response,
      calls.map((call) => ({ ...call, id: 99 })),
      () => ({ result: 1 })
    ),
}

test.group('custody | http provider', (group) => {
  let node: FaultyNode
  let other: FaultyNode

  group.each.setup(async () => {
    node = await new FaultyNode().listen()
    other = await new FaultyNode().listen()
    return async () => {
      await node.stop()
      await other.stop()
    }
  })

  const providerOf = (...nodes: FaultyNode[]) =>
    new HttpProvider({
      urls: nodes.map(({ url }) => url),
      chainId: 31337,
      readTimeoutMs: ANSWER_MS,
      sendTimeoutMs: ANSWER_MS,
    })

  test('a batch keeps the order of its calls when the node does not', async ({ assert }) => {
    const calls = ['a', 'b', 'c'].map((method) => ({ method, params: [] }))
    const outcomes = await providerOf(node).batch(calls)
    assert.deepEqual(
      outcomes,
      ['a', 'b', 'c'].map((result) => ({ ok: true, result }))
    )
  })

  test('one refused call of a batch does not spoil the others', async ({ assert }) => {
    node.behaviour = (calls, response) =>
      reply(response, calls, ({ method }) =>
        method === 'b'
          ? { error: { code: 3, message: 'no', data: { data: '0xab' } } }
          : { result: 1 }
      )
    const outcomes = await providerOf(node).batch([
      { method: 'a', params: [] },
      { method: 'b', params: [] },
    ])
    assert.isTrue(outcomes[0]!.ok)
    const refused = outcomes[1]!
    assert.isFalse(refused.ok)
    if (!refused.ok) assert.equal(refused.error.data, '0xab')
  })

  test('a refusal of the node is an RpcError and is not repeated', async ({ assert }) => {
    node.behaviour = (calls, response) =>
      reply(response, calls, () => ({ error: { code: -32000, message: 'nope' } }))
    const failure = await providerOf(node, other)
      .request('x')
      .catch((error: unknown) => error)
    assert.instanceOf(failure, RpcError)
    assert.deepEqual([node.asked, other.asked], [['x'], []])
  })

  for (const [name, behaviour] of Object.entries(broken)) {
    test(`a read survives ${name} by asking the next node`, async ({ assert }) => {
      node.behaviour = behaviour
      assert.equal(await providerOf(node, other).request('eth_x'), 'eth_x')
    })

    test(`a send that meets ${name} is made once and stays unknown`, async ({ assert }) => {
      node.behaviour = behaviour
      const [outcome] = await providerOf(node).sendToAll({ method: 'eth_send', params: [] })
      assert.isFalse(outcome!.ok)
      assert.deepEqual(node.asked, ['eth_send'])
    })
  }

  for (const [what, status, most] of [
    ['an answer', 200, 64_000_000],
    ['a redirect', 307, 0],
  ] as const)
    test(`${what} without an end is not read for ever`, async ({ assert }) => {
      let sent = 0
      node.behaviour = (_calls, response) => {
        response.writeHead(status)
        const more = () => {
          while (response.write(CHUNK)) sent += CHUNK.length
          sent += CHUNK.length
        }
        response.on('drain', more)
        more()
      }
      const [outcome] = await providerOf(node).sendToAll({ method: 'eth_x', params: [] })
      assert.isFalse(outcome!.ok)
      assert.isBelow(sent, most + IN_BUFFERS, 'bytes that the node could send')
    })

  test('questions follow each other on one connection', async ({ assert }) => {
    const connections = new Set<unknown>()
    const healthy = node.behaviour
    node.behaviour = (calls, response) => {
      connections.add(response.socket)
      healthy(calls, response)
    }
    const provider = providerOf(node)
    for (const method of ['a', 'b', 'c']) await provider.request(method)
    assert.equal(connections.size, 1)
  })

  test('a send reaches every node', async ({ assert }) => {
    const outcomes = await providerOf(node, other).sendToAll({ method: 'eth_send', params: [] })
    assert.deepEqual(
      outcomes.map(({ ok }) => ok),
      [true, true]
    )
    assert.deepEqual([node.asked, other.asked], [['eth_send'], ['eth_send']])
  })

  test('a node of another chain is asked for nothing but its chain id', async ({ assert }) => {
    node.chainId = 1
    const failure = await providerOf(node)
      .request('eth_x')
      .catch((error: unknown) => error)
    assert.instanceOf(failure, WrongChain)
    assert.match(String(failure), /chain 1, but CHAIN_ID is 31337/)
    assert.deepEqual(node.asked, [])
    assert.equal(await providerOf(node, other).request('eth_x'), 'eth_x')
  })

  test('the chain id is verified again after an interruption', async ({ assert }) => {
    const provider = providerOf(node)
    await provider.request('eth_x')
    node.behaviour = broken['a cut connection']!
    await provider.request('eth_x').catch(() => {})
    node.chainId = 1
    assert.instanceOf(await provider.request('eth_x').catch((error: unknown) => error), WrongChain)
  })

  test('a node that keeps failing is left alone, then tried again', async ({ assert }) => {
    let nowMs = 0
    const provider = new HttpProvider({
      urls: [node.url],
      chainId: 31337,
      readTimeoutMs: ANSWER_MS,
      readRounds: 1,
      times: { nowMs: () => nowMs, random: () => 0.5 },
    })
    const healthy = node.behaviour
    node.behaviour = broken['status 503']!
    for (let call = 0; call < 5; call++) await provider.request('eth_x').catch(() => {})
    assert.lengthOf(node.asked, 3)
    node.behaviour = healthy
    const early = await provider.request('eth_x').catch((error: unknown) => error)
    assert.instanceOf(early, ChainUnreachable)
    nowMs += 2_001
    assert.equal(await provider.request('eth_x'), 'eth_x')
  })
})

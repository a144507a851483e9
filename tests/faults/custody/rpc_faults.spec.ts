import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { TestRealm, accepted, eventually, until } from '#tests/support/client'
import { chainOfApp } from '#tests/functional/custody/support/process'
import { FaultyRpc, type RpcFault } from './support/faulty_rpc.ts'
import { MovingRealm } from './support/moving_realm.ts'

/** How long a fault lasts after movements were asked for. */
const LASTS_MS = 400
const SEND = 'eth_sendRawTransaction'

const EVERYTHING: RpcFault[] = [
  'down',
  'too_many',
  'server_error',
  'html',
  'slow',
  'reset',
  'stale',
]
/** `down` and its like: the node never hears of the transaction; `lost`, `reset`: it does. */
const SENDS: RpcFault[] = ['down', 'lost', 'reset', 'html', 'server_error', 'twice']
const READS = ['eth_getLogs', 'eth_getTransactionReceipt', 'eth_getTransactionCount']

/** What nodes say to a transaction. None of it may be believed: it may be on its way all the same. */
const REFUSALS = [
  'already known',
  'nonce too low: next nonce 7, tx nonce 6',
  'replacement transaction underpriced',
  'insufficient funds for gas * price + value',
  'tx fee (1.20 ether) exceeds the configured cap (1.00 ether)',
  'nonce too high',
  'txpool is full',
  'something nobody has ever seen',
]

/** What a node says the events are, while it says honestly how many there are. */
const LIES: Record<string, (logs: unknown[]) => unknown[]> = {
  'twice and in reverse': (logs) => [...logs, ...logs].reverse(),
  'without the newest': (logs) => logs.slice(0, -1),
  'not at all': () => [],
}

let moving: MovingRealm
let faulty: FaultyRpc

test.group('custody | faults of the node', (group) => {
  group.setup(async () => {
    moving = await MovingRealm.open()
    const chain = await chainOfApp()
    faulty = await FaultyRpc.before(chain.settings.rpcUrls[0]!)
    return () => faulty.stop()
  })
  group.each.teardown(() => {
    faulty.choose = () => null
    faulty.refuseSend = () => null
    faulty.alter = (_method, result) => result
  })

  /** Movements are asked for while the fault is there; then it goes away. */
  const survive = async (happened = () => true) => {
    await Promise.all([moving.round(), delay(LASTS_MS)])
    await until('the fault to happen', () => happened())
    faulty.choose = () => null
    faulty.alter = (_method, result) => result
    await moving.ended()
  }

  for (const fault of EVERYTHING) {
    test(`every request is answered with: ${fault}`, async ({ assert }) => {
      faulty.choose = () => fault
      await survive(() => (faulty.happened.get(fault) ?? 0) > 0)
      await moving.agrees(assert)
    })
  }

  for (const fault of SENDS) {
    test(`what is sent meets: ${fault}`, async ({ assert }) => {
      const before = faulty.happened.get(fault) ?? 0
      faulty.choose = (methods) => (methods.includes(SEND) ? fault : null)
      await survive(() => (faulty.happened.get(fault) ?? 0) > before)
      await moving.agrees(assert)
    })
  }

  for (const method of READS) {
    test(`${method} is never answered`, async ({ assert }) => {
      faulty.choose = (methods) => (methods.includes(method) ? 'down' : null)
      await survive()
      await moving.agrees(assert)
    })
  }

  for (const [what, lie] of Object.entries(LIES)) {
    test(`events are shown ${what}`, async ({ assert }) => {
      faulty.alter = (method, result) =>
        method === 'eth_getLogs' ? lie(result as unknown[]) : result
      await survive()
      await moving.agrees(assert)
    })
  }

  for (const delivered of [false, true]) {
    const what = delivered ? 'and the node has it' : 'and the node has it not'
    test(`transactions are refused in all the ways there are, ${what}`, async ({ assert }) => {
      let said = 0
      faulty.refuseSend = () => ({ message: REFUSALS[said++ % REFUSALS.length]!, delivered })
      while (said < REFUSALS.length) {
        const before = said
        await moving.round()
        await until('another refusal', () => said > before)
      }
      faulty.refuseSend = () => null
      await moving.agrees(assert)
    })
  }

  test('a live deposit leaves nothing while the node is away, and is opened once it is back', async ({
    assert,
  }) => {
    const live = await TestRealm.open({ asset: 'live' })
    await live.object('/wallet')
    const fund = () => live.deposit('/wallet', '1.00')
    const opened = () => eventually('a deposit', async () => (await fund()).status === 201 || null)
    const count = async () =>
      accepted(await live.get('/operations', { type: 'deposit' })).total as number
    await opened()
    const before = await count()
    faulty.choose = () => 'down'
    const { status, error } = await fund()
    assert.deepEqual([status, error?.code], [503, 'CHAIN_UNAVAILABLE'])
    assert.equal(await count(), before, 'expected nothing to be stored')
    faulty.choose = () => null
    await opened()
    assert.equal(await count(), before + 1)
  })

  test('lost requests and answers in turn: each movement happens once', async ({ assert }) => {
    let sends = 0
    faulty.choose = (methods) => {
      if (!methods.includes(SEND)) return null
      return sends++ % 2 === 0 ? 'lost' : 'down'
    }
    await survive(() => sends > 2)
    await moving.agrees(assert)
  })
})

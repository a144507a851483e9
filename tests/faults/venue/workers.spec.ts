import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { ChildService } from '#tests/faults/support/child_service'
import { emptyQueues } from '#tests/faults/support/emptied_queues'
import { sharedServer } from '#tests/faults/support/shared_server'
import { Client, accepted } from '#tests/support/client'
import { TradingRealm, type Trader } from '#tests/functional/venue/support/trading_realm'

const BTC = 'vn:0:BTC'
const TRAFFIC_DEADLINE_MS = 240_000
const QUEUE_PREFIX = '{crash_workers}'

async function open(): Promise<TradingRealm> {
  const trading = await TradingRealm.open()
  await trading.price(BTC, '60000')
  return trading
}

const cashOf = async (trader: Trader) => (await trader.state()).marginSummary.totalRawUsd as string

/** Into an exchange object with an odd number, out of it with an even one. */
async function moved(trading: TradingRealm, client: Client, trader: Trader, numbers: number[]) {
  const { id: realmId } = trading
  const cash = trader.path.replace('/traders/', '/cash/')
  const replies = await Promise.all(
    numbers.map((number) => {
      const [source, target] = number % 2 === 1 ? [cash, trader.path] : [trader.path, cash]
      return client.post('/api/v1/transfer', {
        realmId,
        path: `/op/crash${trader.path}/${number}`,
        sourceObjectPath: source,
        targetObjectPath: target,
        amount: '10.00',
        feeOverride: '0',
      })
    })
  )
  return replies.map((reply) => accepted(reply).operation.id as string)
}

async function removed(trading: TradingRealm, client: Client, trader: Trader): Promise<string> {
  const { operation } = accepted(
    await client.post('/api/v1/objects/delete', {
      realmId: trading.id,
      objectId: trader.id,
      liquidatePositions: true,
      sweepToPath: trader.path.replace('/traders/', '/cash/'),
    })
  )
  return operation.id as string
}

test.group('venue | workers killed in the middle', (group) => {
  const serverUrl = sharedServer(group, QUEUE_PREFIX)

  test('at {$self}: transfers settle once, and an account is wound up and closed once')
    .with([
      'venue.rail_decided:2:kill',
      'settlement.asked:2:kill',
      'job.received:3:kill',
      'job.handled:3:kill',
    ])
    .run(async ({ assert }, failpoint) => {
      const trading = await open()
      const [amy, ben] = [
        await trading.trader('amy', '1000.00'),
        await trading.trader('ben', '1000.00'),
      ]
      accepted(await ben.order({ market: BTC, size: '0.01' }))
      const worker = ChildService.worker({ QUEUE_PREFIX, FAILPOINT: failpoint })
      try {
        const client = Client.withToken(trading.client.token!, serverUrl())
        const operations = await moved(trading, client, amy, [1, 2, 3])
        operations.push(await removed(trading, client, ben))
        // Until it is reached: a worker that boots slowly finds its first jobs taken over already.
        const deadline = Date.now() + TRAFFIC_DEADLINE_MS
        for (let number = 4; worker.running && Date.now() < deadline; number += 2) {
          const more = await moved(trading, client, amy, [number, number + 1])
          for (const id of more) await trading.realm.completed(id)
          operations.push(...more)
        }
        assert.isFalse(worker.running, 'expected the worker to die')
        const { signal } = await worker.ended
        assert.equal(signal, 'SIGKILL', 'expected it to die at the failpoint')
        for (const id of operations) await trading.realm.completed(id)
        assert.equal(await cashOf(amy), '1010.00')
        assert.equal((await ben.get('state')).status, 404)
        await trading.assertSoundBooks(assert)
      } finally {
        worker.kill()
        await worker.ended
      }
    })
})

test.group('venue | Redis emptied in mid-flight', () => {
  test('transfers settle, accounts close, and the realm goes on ticking', async ({ assert }) => {
    const trading = await open()
    const [amy, ben] = [
      await trading.trader('amy', '1000.00'),
      await trading.trader('ben', '1000.00'),
    ]
    accepted(await ben.order({ market: BTC, size: '0.01' }))
    let busy = true
    const emptied = (async () => {
      while (busy) {
        await emptyQueues()
        await delay(100)
      }
    })()
    try {
      const operations = await moved(trading, trading.client, amy, [1, 2, 3])
      const last = await removed(trading, trading.client, ben)
      await delay(500)
      busy = false
      await emptied
      for (const id of [...operations, last]) await trading.realm.completed(id)
    } finally {
      busy = false
    }
    await trading.tick()
    assert.equal(await cashOf(amy), '1010.00')
    await trading.assertSoundBooks(assert)
  })
})

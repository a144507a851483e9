import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Redis } from 'ioredis'
import type { QueueConfig } from '#app/queue/queue_host'
import { ChildService } from '#tests/faults/support/child_service'
import { Client, accepted, eventually } from '#tests/support/client'
import { TradingRealm, type Trader } from '#tests/functional/venue/support/trading_realm'

const BTC = 'vn:0:BTC'
const RECOVERY_MS = 90_000

async function open(): Promise<TradingRealm> {
  const trading = await TradingRealm.open()
  await trading.price(BTC, '60000')
  return trading
}

async function ended(trading: TradingRealm, operationId: string): Promise<string> {
  return eventually(
    `operation ${operationId}`,
    async () => {
      const { data } = await trading.client.get(`/api/v1/operations/${operationId}`)
      return data.operation.state === 'pending' ? null : (data.operation.state as string)
    },
    RECOVERY_MS
  )
}

const cashOf = async (trader: Trader) => (await trader.state()).marginSummary.totalRawUsd as string

/** In and out of an exchange object, and its end with an open position. */
async function through(trading: TradingRealm, client: Client, trader: Trader) {
  const { id: realmId } = trading
  const cash = trader.path.replace('/traders/', '/cash/')
  const move = (sourceObjectPath: string, targetObjectPath: string, number: number) =>
    client.post('/api/v1/transfer', {
      realmId,
      path: `/op/crash${trader.path}/${number}`,
      sourceObjectPath,
      targetObjectPath,
      amount: '10.00',
      feeOverride: '0',
    })
  const replies = await Promise.all([
    move(cash, trader.path, 1),
    move(trader.path, cash, 2),
    move(cash, trader.path, 3),
  ])
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

test.group('venue | workers killed in the middle', () => {
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
      const prefix = `{crash_${failpoint.replaceAll(':', '_')}}`
      const server = await ChildService.server({ QUEUE_PREFIX: prefix })
      const worker = ChildService.worker({ QUEUE_PREFIX: prefix, FAILPOINT: failpoint })
      try {
        const client = Client.withToken(trading.client.token!, server.url)
        const operations = await through(trading, client, amy)
        const last = await removed(trading, client, ben)
        for (const id of [...operations, last]) {
          assert.equal(await ended(trading, id), 'completed')
        }
        assert.equal(await cashOf(amy), '1010.00')
        assert.equal((await ben.get('state')).status, 404)
        await trading.assertSoundBooks(assert)
      } finally {
        server.kill()
        worker.kill()
        await Promise.all([server.ended, worker.ended])
      }
    })
})

test.group('venue | Redis emptied in mid-flight', () => {
  test('transfers settle and accounts close all the same, and the realm keeps ticking', async ({
    assert,
  }) => {
    const trading = await open()
    const [amy, ben] = [
      await trading.trader('amy', '1000.00'),
      await trading.trader('ben', '1000.00'),
    ]
    accepted(await ben.order({ market: BTC, size: '0.01' }))
    const { connection, prefix } = app.config.get<QueueConfig>('queue')
    const redis = new Redis(connection)
    let busy = true
    const emptied = (async () => {
      while (busy) {
        const keys = await redis.keys(`${prefix.replace(/[[\]*?]/g, '\\$&')}:*`)
        if (keys.length > 0) await redis.del(...keys)
        await delay(100)
      }
    })()
    try {
      const operations = await through(trading, trading.client, amy)
      const last = await removed(trading, trading.client, ben)
      await delay(500)
      busy = false
      await emptied
      for (const id of [...operations, last]) {
        assert.equal(await ended(trading, id), 'completed')
      }
    } finally {
      busy = false
      redis.disconnect()
    }
    await trading.tick()
    assert.equal(await cashOf(amy), '1010.00')
    await trading.assertSoundBooks(assert)
  })
})

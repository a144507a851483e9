import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ModuleHost } from '#app/extension/module_host'
import { ServiceError } from '#app/http/errors/service_error'
import { accepted, pluck, type AnyData, type Reply } from '#tests/support/client'
import { TradingRealm, type Trader } from '#tests/functional/venue/support/trading_realm'

const BTC = 'vn:0:BTC'
const ETH = 'vn:0:ETH'

let trading: TradingRealm

const code = ({ status, error }: Reply<unknown>) =>
  `${status} ${error?.code} ${String(error?.details?.reason ?? '')}`

const operationsAt = async (path: string): Promise<AnyData[]> =>
  accepted(await trading.realm.get('/operations', { path })).operations

const transfer = (source: string, target: string, body: Record<string, unknown> = {}) =>
  trading.realm.move(source, target, '100.00', { path: `/op/free/${randomUUID()}`, ...body })

async function equityOf(trader: Trader): Promise<string> {
  return (await trader.state()).marginSummary.equity as string
}

test.group('venue | accounts at their edges', (group) => {
  group.setup(async () => {
    trading = await TradingRealm.open()
    await trading.price(BTC, '60000')
    await trading.price(ETH, '3000')
  })

  test('a deposit to an exchange object reaches its account too', async ({ assert }) => {
    const dee = await trading.trader('dee', '0')
    const fund = (amount: string) => trading.realm.deposit(dee.path, amount)
    const replies = await Promise.all(['100.00', '200.00', '0.000001'].map(fund))
    for (const reply of replies) await trading.realm.completed(accepted(reply).operation.id)
    assert.equal(await equityOf(dee), '300.000001')
    accepted(await dee.order({ market: ETH, size: '0.1' }))
    await trading.assertSoundBooks(assert)
  })

  test('cash moves to and from the venue without a fee, unless asked for', async ({ assert }) => {
    const free = await trading.trader('free', '1000.00')
    const wallet = '/cash/free'
    const path = `/op/free/${randomUUID()}`
    for (const [source, target, body] of [
      [wallet, free.path, { path }],
      [free.path, wallet, {}],
    ] as const) {
      const { operation, fee } = accepted(await transfer(source, target, body))
      assert.isUndefined(fee)
      await trading.realm.completed(operation.id)
    }
    const repeated = await transfer(wallet, free.path, { path })
    assert.equal(repeated.headers.get('idempotent-replayed'), 'true')
    assert.equal(await equityOf(free), '1000.00')
    const charged = accepted(await transfer(wallet, free.path, { feeOverride: '1.5' }))
    assert.deepEqual(charged.fee, { amount: '1.50', denomination: 'USD' })
    await trading.realm.completed(charged.operation.id)
    assert.equal(await equityOf(free), '1098.50')
    const cents = accepted(await transfer(wallet, free.path, { amount: '0.01' }))
    await trading.realm.completed(cents.operation.id)
    assert.equal(await equityOf(free), '1098.51')
    const question = { realmId: trading.id, action: 'transfer', amount: '10', sourcePath: wallet }
    const estimate = (targetPath: string) =>
      trading.client.get('/api/v1/fees/estimate', { ...question, targetPath })
    assert.equal(accepted(await estimate(free.path)).fee.amount, '0.00')
    assert.equal(accepted(await estimate('/cash/nobody')).fee.amount, '0.05')
    await trading.assertSoundBooks(assert)
  })

  test('a snapshot shows positions as positions, as they were then', async ({ assert }) => {
    const past = await trading.trader('past', '10000.00')
    accepted(await past.order({ market: ETH, side: 'sell', size: '1.5', leverage: 7 }))
    const { fills } = accepted(await past.get('fills'))
    const asOf = fills[0].createdAt as string
    accepted(await past.send('POST', `positions/${ETH}/close`))
    const at = async (moment: string) =>
      accepted(await trading.realm.get(`/objects/${past.id}/snapshot`, { asOf: moment }))
    const then = await at(asOf)
    assert.deepEqual(then.positions, [{ market: ETH, side: 'short', size: '1.5', leverage: 7 }])
    assert.deepEqual(pluck(then.balances, 'denomination'), ['USD'])
    assert.deepEqual((await at(new Date().toISOString())).positions, [])
  })

  test('an order that fills at once tells its fee, a resting one has none', async ({ assert }) => {
    const fee = await trading.trader('fee', '10000.00')
    const body = { market: BTC, size: '0.01', path: `/op/${randomUUID()}` }
    const placed = accepted(await fee.order(body))
    const { fills } = accepted(await fee.get('fills'))
    assert.deepEqual(placed.fee, { amount: fills[0].fee, denomination: 'USD' })
    assert.deepEqual(accepted(await fee.order(body)).fee, placed.fee)
    const rest = { market: BTC, orderType: 'LIMIT', price: '50000', size: '0.01' }
    assert.isUndefined(accepted(await fee.order(rest)).fee)
  })

  test('closing more than there is obeys the tolerance', async ({ assert }) => {
    const clo = await trading.trader('clo', '10000.00')
    accepted(await clo.order({ market: BTC, size: '0.1' }))
    const close = (body: Record<string, unknown>) =>
      clo.send('POST', `positions/${BTC}/close`, body)
    const refused = await close({ size: '0.2', sizeTolerance: 0.4 })
    assert.equal(code(refused), '409 ORDER_FAILED max_below_tolerance')
    assert.equal((await clo.position(BTC)).size, '0.1')
    const { order } = accepted(await close({ size: '0.2', sizeTolerance: 0.5 }))
    assert.deepInclude(order, { status: 'FILLED', filledSize: '0.1' })
    assert.isNull(await clo.position(BTC))
  })

  test('what asks for nothing, or for an unknown market, is refused', async ({ assert }) => {
    const odd = await trading.trader('odd', '10000.00')
    accepted(await odd.order({ market: BTC, size: '0.01' }))
    const path = `/op/${randomUUID()}`
    const empty = await odd.send('PUT', `positions/${BTC}/tpsl`, { path })
    assert.equal(code(empty), '400 VALIDATION_ERROR ')
    const small = { market: ETH, side: 'buy', totalSize: '0.01', durationMinutes: 5, path }
    assert.equal(code(await odd.send('POST', 'twap', small)), '400 VALIDATION_ERROR twap_invalid')
    assert.deepEqual(await operationsAt(path), [])
    for (const list of ['fills', 'funding', 'orders', 'trade-summary']) {
      assert.equal((await odd.get(list, { market: 'vn:0:NOPE' })).status, 400, list)
      assert.equal((await odd.get(list, { market: BTC })).status, 200, list)
    }
  })

  test('a boundary that is shut takes no command, and repeats what it took', async ({ assert }) => {
    const { client, id: realmId } = trading
    const zone = accepted(await trading.realm.declareZone('/shut'))
    const { id } = await trading.realm.object('/shut/perp', { type: 'exchange' })
    let isShut = false
    const host = await app.container.make(ModuleHost)
    host.add({
      name: `shut_${zone.id}`,
      title: 'Shut',
      movementGuards: [
        {
          name: 'shut',
          check: () => {},
          checkChange: ({ boundaryId }) => {
            if (isShut && boundaryId === zone.boundaryId) throw new ServiceError('BOUNDARY_FROZEN')
          },
        },
      ],
    })
    const path = `/op/${randomUUID()}`
    const base = `/api/v1/objects/${id}/exchange`
    const leverage = (body: Record<string, unknown>) =>
      client.post(`${base}/leverage`, { realmId, market: BTC, leverage: 5, ...body })
    accepted(await leverage({ path }))
    isShut = true
    const fresh = `/op/${randomUUID()}`
    const order = { realmId, path: fresh, market: BTC, side: 'buy', orderType: 'MARKET', size: '1' }
    const query = new URLSearchParams({ realmId, path: fresh })
    const refused = [
      await leverage({ path: fresh }),
      await client.post(`${base}/orders`, order),
      await client.send('DELETE', `${base}/orders?${query}`),
      await client.post(`${base}/positions/${BTC}/close`, { realmId, path: fresh }),
    ]
    assert.deepEqual(refused.map(code), Array(4).fill('409 BOUNDARY_FROZEN '))
    assert.deepEqual(await operationsAt(fresh), [])
    assert.equal((await leverage({ path })).headers.get('idempotent-replayed'), 'true')
    isShut = false
    assert.equal((await leverage({ path: fresh })).status, 200)
  })
})

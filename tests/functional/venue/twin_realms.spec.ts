import { test } from '@japa/runner'
import { TestRealm, accepted, eventually, type AnyData } from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import { TradingRealm, type Trader } from '#tests/functional/venue/support/trading_realm'

const [BTC, SOL, GOLD] = ['vn:0:BTC', 'vn:0:SOL', 'vn:1:GOLD']
const TICKS = 1200
const PIECES = [1, 6, 293, 400, 500]
const TICK_MS = 3000

/** Realms with feeds of one seed that begin at one tick. */
async function twins(): Promise<[TradingRealm, TradingRealm]> {
  return eventually('two feeds of one tick', async () => {
    const realms = await Promise.all([TestRealm.open(), TestRealm.open()])
    const feeds = await Promise.all(
      realms.map((realm) => realm.post('/exchange/sim/fork', { seed: 'twins', clock: 'manual' }))
    )
    if (feeds.some(({ status }) => status === 503)) return null
    const [one, other] = feeds.map((reply) => accepted<AnyData>(reply))
    if (JSON.stringify(tickOf(one)) !== JSON.stringify(tickOf(other))) return null
    return [new TradingRealm(realms[0]), new TradingRealm(realms[1])]
  })
}

function tickOf(answer: AnyData): unknown {
  return (answer.feed ?? answer).tick
}

async function commands(trading: TradingRealm): Promise<Trader[]> {
  const amy = await trading.trader('amy', '20000.00')
  const ben = await trading.trader('ben', '3000.00')
  accepted(await amy.order({ market: BTC, size: '0.5', leverage: 10 }))
  accepted(await ben.order({ market: SOL, side: 'sell', size: '300', leverage: 20 }))
  accepted(await amy.order({ market: GOLD, size: '2', leverage: 20, isolated: true }))
  const { entryPrice } = await amy.position(BTC)
  const entry = Number(entryPrice)
  const near = (percent: number) => String(Math.round((entry * percent) / 100))
  const limit = { market: BTC, orderType: 'LIMIT', size: '0.05' }
  for (const percent of [99.95, 99.9, 99.7, 99]) {
    accepted(await amy.order({ ...limit, price: near(percent) }))
  }
  const leg = { market: BTC, side: 'sell', reduceOnly: true, isTrigger: true, sizeToMax: true }
  accepted(await amy.order({ ...leg, tpsl: 'tp', triggerPx: near(101) }))
  accepted(await amy.order({ ...leg, tpsl: 'sl', triggerPx: near(98) }))
  accepted(
    await amy.send('POST', 'twap', {
      market: SOL,
      side: 'buy',
      totalSize: '20',
      durationMinutes: 30,
      randomize: false,
    })
  )
  return [amy, ben]
}

/**
 * All that has happened, in the order it is listed in: orders, fills, funding, accounts, and what was
 * told of them. Ids are drawn and times are the wall's: they are named by where they were first seen.
 */
async function logOf(trading: TradingRealm, traders: Trader[]): Promise<string> {
  const names = new Map<string, string>([[trading.id, 'realm']])
  for (const { id } of traders) names.set(id, `object${names.size}`)
  const lines: unknown[] = []
  for (const trader of traders) {
    const { fills } = accepted(await trader.get('fills', { limit: 200 }))
    const { orders } = accepted(await trader.get('orders', { limit: 200 }))
    const { payments } = accepted(await trader.get('funding', { limit: 200 }))
    const { marginSummary, positions } = await trader.state()
    lines.push(...orders.toReversed(), ...fills.toReversed(), ...payments.toReversed())
    lines.push(marginSummary, ...sorted(positions))
  }
  lines.push(...(await eventsOf(trading)))
  const named = (text: string) =>
    text.replaceAll(ID, (id) => {
      const name = names.get(id) ?? `id${names.size}`
      names.set(id, name)
      return name
    })
  return lines.map((line) => named(JSON.stringify(withoutTimes(line)))).join('\n')
}

const ID = /\b[a-z]{2,3}_[0-9a-hjkmnp-tv-z]{26}\b|\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g

/** What the venue told of itself, oldest first. */
async function eventsOf(trading: TradingRealm): Promise<AnyData[]> {
  const rows = await readRows`SELECT type, payload FROM events WHERE realm_id = ${trading.id}
        AND type REGEXP '^(order|fill|funding)[.]' ORDER BY seq, event_no`
  return rows.map(({ type, payload }) => ({ type, payload: JSON.parse(payload) as unknown }))
}

/** Positions belong to an account, not to a time: they stand by market. */
function sorted(positions: AnyData[]): AnyData[] {
  return positions.toSorted((a: AnyData, b: AnyData) =>
    String(a.market).localeCompare(String(b.market))
  )
}

function withoutTimes(record: unknown): unknown {
  return JSON.parse(JSON.stringify(record), (key, value: unknown) => {
    return key.endsWith('At') || key === 'path' ? undefined : value
  })
}

test.group('venue | twin realms', () => {
  test('one seed and its commands make one log, however it is advanced', async ({ assert }) => {
    const [whole, parts] = await twins()
    const [ofWhole, ofParts] = [await commands(whole), await commands(parts)]
    assert.equal(await logOf(parts, ofParts), await logOf(whole, ofWhole))
    accepted(await whole.sim('clock', { mode: 'manual', advanceMs: TICKS * TICK_MS }))
    for (const ticks of PIECES) {
      accepted(await parts.sim('clock', { mode: 'manual', advanceMs: ticks * TICK_MS }))
    }
    assert.equal(await logOf(parts, ofParts), await logOf(whole, ofWhole))
    const { fills } = accepted(await ofWhole[0]!.get('fills', { limit: 200 }))
    assert.isAbove(fills.length, 20, 'expected slices to have come due')
    await whole.assertSoundBooks(assert)
    await parts.assertSoundBooks(assert)
  })
})

import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { PollRail } from '#modules/ledger/services/poll_rail'
import { ReadPnl } from '#modules/analytics/services/read_pnl'
import { TestRealm, accepted, until, type AnyData } from '#tests/support/client'
import { endUser } from '#tests/support/principals'
import { MISSING, refusesFields } from '#tests/support/refusals'
import { ScriptedRail, delivered } from '#tests/support/scripted_rail'

const URL = '/api/v1/objects/pnl'
const BEGINNING = '2026-01-01T00:00:00Z'

let realm: TestRealm
let clock: Clock

const now = () => toRfc3339(clock.nowMicros())

const pnl = async (prefix: string, from: string, to: string, of = realm) =>
  of.client.get(URL, { realmId: of.id, prefix, from, to })

const move = async (source: string, target: string, amount: string, feeOverride?: string) =>
  accepted(
    await realm.move(source, target, amount, { path: `/op/pnl/${randomUUID()}`, feeOverride })
  ).operation

const shown = (flows: AnyData[]) =>
  flows.map(({ type, direction, amount }) => `${type} ${direction} ${amount}`)

test.group('analytics | GET /objects/pnl', (group) => {
  group.setup(async () => {
    clock = await app.container.make(Clock)
    realm = await TestRealm.with({ '/bank': '1000', '/f/a': '0', '/f/b': '0', '/f': '0' })
  })

  test('what comes and goes is no profit; the fee of what goes is a loss', async ({ assert }) => {
    const from = now()
    await realm.fund('/f/a', '100')
    const inside = await move('/bank', '/f/b', '50.05')
    const outside = await move('/f/a', '/bank', '20.05')
    const to = now()
    const data = accepted(await pnl('/f/', from, to))
    assert.containSubset(data, {
      prefix: '/f/',
      startingEquityUsd: '0.00',
      endingEquityUsd: '129.95',
      netInflowsUsd: '150.00',
      netOutflowsUsd: '20.00',
      pnlUsd: '-0.05',
    })
    assert.deepEqual(data.from, from)
    assert.deepEqual(data.to, to)
    assert.deepEqual(data.endingMidPrice, {
      ageSeconds: 0,
      source: 'none',
      staleAfterSeconds: 15,
      stale: false,
    })
    const [deposit, ...transfers] = data.externalFlows
    assert.containSubset(deposit, {
      type: 'deposit',
      direction: 'inflow',
      amount: '100.00',
      denomination: 'USD',
      valueUsd: '100.00',
      targetObjectPath: '/f/a',
      sourceObjectPath: null,
    })
    assert.containSubset(transfers, [
      { operationId: inside.id, direction: 'inflow', sourceObjectPath: '/bank', amount: '50.00' },
      { operationId: outside.id, direction: 'outflow', targetObjectPath: '/bank', amount: '20.00' },
    ])
    assert.isTrue(transfers.every(({ timestamp }: AnyData) => timestamp > from && timestamp <= to))
    // The other side of the same border; the bank paid the fee of the first, the folder that of the second.
    const bank = accepted(await pnl('/bank', from, to))
    assert.equal(bank.pnlUsd, '-0.05')
    assert.deepEqual(shown(bank.externalFlows), ['transfer outflow 50.00', 'transfer inflow 20.00'])
  })

  test('what moves inside is no flow, and costs its fee', async ({ assert }) => {
    const from = now()
    await move('/f/a', '/f/b', '10')
    await move('/f/b', '/f/a', '10', '0')
    const data = accepted(await pnl('/f/', from, now()))
    assert.deepEqual(data.externalFlows, [])
    assert.equal(data.pnlUsd, '-0.05')
    const whole = accepted(await pnl('/', from, now()))
    assert.equal(whole.pnlUsd, '-0.05')
  })

  test('a deleted object counts for its life; what was swept out has left', async ({ assert }) => {
    const from = now()
    const { id: objectId } = await realm.object('/f/gone')
    await move('/bank', '/f/gone', '30', '0')
    const between = now()
    accepted(await realm.remove(objectId, { sweepToPath: '/bank' }))
    await realm.object('/f/gone')
    const to = now()
    const data = accepted(await pnl('/f/', from, to))
    assert.equal(data.pnlUsd, '0.00')
    assert.deepEqual(shown(data.externalFlows), ['transfer inflow 30.00', 'delete outflow 30.00'])
    const exact = accepted(await pnl('/f/gone', between, to))
    assert.containSubset(exact, { startingEquityUsd: '30.00', endingEquityUsd: '0.00' })
    assert.equal(exact.netOutflowsUsd, '30.00')
  })

  test('with and without a slash: everything below, or exactly that object', async ({ assert }) => {
    const from = now()
    await move('/bank', '/f', '7', '0')
    const to = now()
    assert.equal(accepted(await pnl('/f/', from, to)).netInflowsUsd, '0.00')
    assert.equal(accepted(await pnl('/f', from, to)).netInflowsUsd, '7.00')
    const empty = accepted(await pnl('/nothing/', from, to))
    assert.containSubset(empty, { startingEquityUsd: '0.00', pnlUsd: '0.00', externalFlows: [] })
    const missing = await pnl('/nothing', from, to)
    assert.containSubset(missing, { status: 404, error: { code: 'OBJECT_NOT_FOUND' } })
    // It existed later only.
    assert.equal((await pnl('/f', BEGINNING, BEGINNING)).status, 404)
  })

  test('an answer for the past stays the same, whatever is posted after it', async ({ assert }) => {
    const from = now()
    await move('/bank', '/f/a', '3', '0')
    const to = now()
    const first = accepted(await pnl('/f/', from, to))
    await move('/bank', '/f/a', '4', '0')
    assert.deepEqual(accepted(await pnl('/f/', from, to)), first)
    const still = accepted(await pnl('/f/', to, to))
    assert.equal(still.startingEquityUsd, still.endingEquityUsd)
    assert.deepEqual(still.externalFlows, [])
  })

  test('value on its way makes nobody richer, and flows when it arrives', async ({ assert }) => {
    const rail = await ScriptedRail.load('pnl')
    const held = await TestRealm.with({ '/x/a': '10', '/y/b': '0' })
    rail.carryFor(held.id)
    const at = async (prefix: string) => accepted(await held.get('/objects/aggregate', { prefix }))
    const from = now()
    const path = `/op/${randomUUID()}`
    const opened = accepted(await held.move('/x/a', '/y/b', '4', { path }))
    const [whole, source, target] = [await at('/'), await at('/x/'), await at('/y/')]
    const figures = [whole, source, target].map(({ totalEquityUsd, departingUsd, arrivingUsd }) => [
      totalEquityUsd,
      departingUsd,
      arrivingUsd,
    ])
    assert.deepEqual(figures, [
      ['10.00', '4.00', '3.95'],
      ['10.00', '4.00', '0.00'],
      ['0.00', '0.00', '3.95'],
    ])
    const [object] = source.objects
    assert.equal(object.balances[0].amount, '6.00')
    assert.containSubset(object.reservedBalances, [
      { amount: '4.00', operationId: opened.operation.id },
    ])
    const between = now()
    assert.equal(accepted(await pnl('/x/', from, between, held)).pnlUsd, '0.00')
    rail.script(path, { start: delivered('late'), poll: delivered('late') })
    const pollRail = await app.container.make(PollRail)
    await until('the settlement', async () => {
      await pollRail.run(opened.operation.id, 'pnl')
      const { data } = await held.client.get(`/api/v1/operations/${opened.operation.id}`)
      return data.operation.state === 'completed'
    })
    const to = now()
    const left = accepted(await pnl('/x/', between, to, held))
    assert.deepEqual(shown(left.externalFlows), ['transfer outflow 3.95'])
    assert.equal(left.pnlUsd, '-0.05')
    const came = accepted(await pnl('/y/', from, to, held))
    assert.deepEqual(shown(came.externalFlows), ['transfer inflow 3.95'])
    assert.equal(came.pnlUsd, '0.00')
    // The past keeps what was in flight then.
    const past = accepted(await held.get('/objects/aggregate', { prefix: '/', asOf: between }))
    assert.deepEqual([past.departingUsd, past.arrivingUsd], ['4.00', '3.95'])
    assert.containSubset(past.objects, source.objects)
  })

  test('what a credential may not read lies outside', async ({ assert }) => {
    const from = now()
    await move('/f/a', '/f/b', '5', '0')
    const actions = ['svc:ReadObject', 'svc:ReadBalance']
    const scoped = await endUser(realm, { effect: 'Allow', actions, resources: ['/f/a'] })
    const read = await app.container.make(ReadPnl)
    const micros = (text: string) => Date.parse(text) * 1000 + Number(text.slice(23, 26))
    const result = await read.run(scoped, {
      realmId: realm.id,
      prefix: '/f/',
      from: micros(from),
      to: micros(now()),
    })
    assert.containSubset(result, { netOutflows: 5_000000n, pnl: 0n })
  })

  test('every wrong field is named', async ({ assert }) => {
    const send = (input: object) => realm.client.get(URL, input as Record<string, string>)
    const valid = { realmId: realm.id, prefix: '/f/', from: BEGINNING, to: BEGINNING }
    const instants = [MISSING, '', 'x', '2026-01-01', '2026-13-01T00:00:00Z', '1767225600']
    await refusesFields(assert, send, valid, {
      realmId: [MISSING, '', 'x'],
      prefix: [MISSING, '', 'f/', '/f//', '/*/', '/a b'],
      from: [...instants, '2026-01-01T00:00:00.000001Z'],
      to: instants,
    })
  })
})

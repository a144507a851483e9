import { test } from '@japa/runner'
import { ModuleHost } from '#app/extension/module_host'
import { ServiceError } from '#app/http/errors/service_error'
import type { ServiceObject } from '#modules/ledger/extension/ledger_terms'
import type { Valuation, ValuationCut, Valuator } from '#modules/ledger/extension/valuator'
import { ValueObjects } from '#modules/analytics/services/value_objects'

const REALM = '01900000-0000-7000-8000-000000000000'
const CUT: ValuationCut = {
  realmId: REALM,
  session: { read: async () => [] },
  seq: 1,
  committedAt: '2026-01-01 00:00:00.000000',
  asOf: null,
}

function objectOf(type: string, path: string): ServiceObject {
  return {
    id: path,
    realmId: REALM,
    path,
    type,
    denomination: 'USD',
    status: 'active',
    metadata: null,
  }
}

function valuationOf(objectId: string, valueUsd: bigint): Valuation {
  return {
    objectId,
    balances: [],
    reservedBalances: [],
    arriving: [],
    positions: null,
    valueUsd,
    midsComplete: true,
    marks: null,
  }
}

class Recorder implements Valuator {
  calls: string[][] = []

  constructor(
    readonly name: string,
    readonly types: string[],
    private valueUsd: bigint
  ) {}

  async valuate(_cut: ValuationCut, objects: ServiceObject[]): Promise<Valuation[]> {
    this.calls.push(objects.map(({ path }) => path))
    // Another order than asked: the caller must not rely on it.
    return objects.toReversed().map(({ id }) => valuationOf(id, this.valueUsd))
  }
}

function valueObjects(...valuators: Valuator[]) {
  const host = new ModuleHost()
  host.add({ name: 'under_test', title: 'Under test', valuators })
  return new ValueObjects(host)
}

test.group('analytics | value_objects', () => {
  test('each valuator is asked once with all its objects in order', async ({ assert }) => {
    const cash = new Recorder('cash', ['denominated', 'escrow'], 1n)
    const venue = new Recorder('venue', ['exchange'], 2n)
    const objects = [
      objectOf('denominated', '/a'),
      objectOf('exchange', '/b'),
      objectOf('escrow', '/c'),
    ]
    const valued = await valueObjects(cash, venue).run(CUT, objects)
    assert.deepEqual(cash.calls, [['/a', '/c']])
    assert.deepEqual(venue.calls, [['/b']])
    const values = valued.map(({ path, valuation }) => [path, valuation.valueUsd])
    assert.deepEqual(values, [
      ['/a', 1n],
      ['/b', 2n],
      ['/c', 1n],
    ])
  })

  test('a type that nobody values is refused, not left out of the total', async ({ assert }) => {
    const values = valueObjects(new Recorder('cash', ['denominated'], 1n))
    const objects = [objectOf('denominated', '/a'), objectOf('exchange', '/b')]
    const refusal = await values.run(CUT, objects).catch((error: unknown) => error)
    assert.instanceOf(refusal, ServiceError)
    assert.equal((refusal as ServiceError).code, 'VALUATION_UNAVAILABLE')
    assert.deepEqual((refusal as ServiceError).details, { types: ['exchange'] })
  })

  test('a valuator that forgets an object is found, not counted as zero', async ({ assert }) => {
    const forgetful: Valuator = { name: 'f', types: ['escrow'], valuate: async () => [] }
    await assert.rejects(
      () => valueObjects(forgetful).run(CUT, [objectOf('escrow', '/e')]),
      /valuator of escrow left out \/e/
    )
  })

  test('two valuators for one type are refused before anything is valued', ({ assert }) => {
    const values = valueObjects(
      new Recorder('cash', ['escrow'], 1n),
      new Recorder('other', ['escrow'], 1n)
    )
    assert.throws(() => values.valuators(), /escrow is valued by "cash" and by "other"/)
  })
})

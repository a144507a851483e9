import { test } from '@japa/runner'
import { TestRealm, accepted, type AnyData, type ObjectView } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'

const TO_COME = '2100-01-01T00:00:00Z'
const BEGINNING = '2026-01-01T00:00:00Z'

let realm: TestRealm
let wallet: ObjectView

/** What answers of a moment: how it is asked, the field that names the moment, and what it tells. */
const READS: {
  title: string
  path: () => string
  query: (moment: string) => Record<string, string>
  /** The moment that the answer is of. */
  moment: 'interimAsOf' | 'to'
  told: (data: AnyData) => unknown
}[] = [
  {
    title: 'a snapshot',
    path: () => `/api/v1/objects/${wallet.id}/snapshot`,
    query: (asOf) => ({ realmId: realm.id, asOf }),
    moment: 'interimAsOf',
    told: ({ balances }) => balances[0].amount,
  },
  {
    title: 'an aggregate',
    path: () => '/api/v1/objects/aggregate',
    query: (asOf) => ({ realmId: realm.id, prefix: '/w', asOf }),
    moment: 'interimAsOf',
    told: ({ totalEquityUsd }) => totalEquityUsd,
  },
  {
    title: 'profit and loss',
    path: () => '/api/v1/objects/pnl',
    query: (to) => ({ realmId: realm.id, prefix: '/w', from: BEGINNING, to }),
    moment: 'interimAsOf',
    told: ({ endingEquityUsd }) => endingEquityUsd,
  },
  {
    title: 'a statement',
    path: () => `/api/v1/objects/${wallet.id}/statement`,
    query: (to) => ({ to }),
    moment: 'to',
    told: ({ closingBalance }) => closingBalance,
  },
]

/** Posts as a server does whose clock is an hour ahead. @returns when that was, by that clock */
async function postedAhead(): Promise<string> {
  await writeRows`UPDATE realm_heads SET committed_at = committed_at + INTERVAL 1 HOUR
    WHERE realm_id = ${realm.id}`
  const { id } = await realm.fund('/w', '5.00')
  return accepted(await realm.client.get(`/api/v1/operations/${id}`)).operation.updatedAt as string
}

test.group('analytics | reads as of a moment to come', (group) => {
  group.each.setup(async () => {
    realm = await TestRealm.with({ '/w': '10.00' })
    wallet = accepted(await realm.find('/w')).object
  })

  for (const { title, path, query, moment, told } of READS) {
    const at = async (time: string) =>
      accepted(await realm.client.get<AnyData>(path(), query(time)))

    test(`${title} is of now, and its answer for that moment never changes`, async ({ assert }) => {
      const asked = Date.now()
      const first = await at(TO_COME)
      assert.equal(told(first), '10.00')
      const late = Date.parse(first[moment]) - Date.now()
      assert.isAtMost(late, 0, `expected ${first[moment]} not to lie ahead`)
      assert.isAtLeast(Date.parse(first[moment]), asked - 1)
      await realm.fund('/w', '5.00')
      assert.equal(told(await at(first[moment])), '10.00')
      assert.equal(told(await at(TO_COME)), '15.00')
    })

    test(`${title} has what a server with a clock ahead has posted`, async ({ assert }) => {
      const postedAt = await postedAhead()
      const found = await at(postedAt)
      assert.equal(told(found), '15.00')
      assert.isUndefined(found.interimAsOf, 'expected the answer to be final')
      const later = await at(TO_COME)
      assert.deepEqual([told(later), later[moment]], ['15.00', postedAt])
    })
  }

  test('a statement without an end has it too, and is final', async ({ assert }) => {
    const postedAt = await postedAhead()
    const path = `/api/v1/objects/${wallet.id}/statement`
    const endless = accepted(await realm.client.get<AnyData>(path))
    assert.deepEqual([endless.closingBalance, endless.to], ['15.00', postedAt])
    assert.isFalse(endless.isInterim)
  })

  test('a period that has not begun is refused', async ({ assert }) => {
    const query = { realmId: realm.id, prefix: '/w', from: '2099-01-01T00:00:00Z', to: TO_COME }
    assert.containSubset(await realm.client.get('/api/v1/objects/pnl', query), {
      status: 400,
      error: { details: { fields: [{ field: 'from', rule: 'range' }] } },
    })
  })
})

import { test } from '@japa/runner'
import { LIMITS } from '#app/limits'
import { TestRealm, accepted, until, pluck } from '#tests/support/client'
import { MISSING, refusesFields } from '#tests/support/refusals'
import { writeRows } from '#tests/support/rows'

const URL = '/api/v1/payment-links'

let realm: TestRealm

async function openLink(amount: string, reference?: string): Promise<string> {
  const body = { realmId: realm.id, type: 'deposit', objectPath: '/till', amount, reference }
  return accepted(await realm.client.post(URL, body)).paymentLink.id
}

type Filter = Record<string, string | number>

const list = (query: Filter = {}, client = realm.client) =>
  client.get(URL, { realmId: realm.id, ...query })

test.group('payment_links | GET /payment-links', (group) => {
  group.each.setup(async () => {
    realm = await TestRealm.with({ '/till': '0' })
  })

  test('shows links newest first, as they were created', async ({ assert }) => {
    assert.deepEqual((await list()).data, { paymentLinks: [], total: 0, nextCursor: null })
    const body = { realmId: realm.id, type: 'deposit', objectPath: '/till', amount: '3' }
    const { paymentLink } = accepted(await realm.client.post(URL, body))
    const { receipt, ...first } = paymentLink
    assert.isNull(receipt)
    const second = await openLink('4')
    const { status, data } = await list()
    assert.equal(status, 200)
    assert.equal(data.total, 2)
    assert.deepEqual(data.paymentLinks[1], first)
    assert.equal(data.paymentLinks[0].id, second)
  })

  test('a walk shows each link once, even when links are opened meanwhile', async ({ assert }) => {
    const opened: string[] = []
    for (let turn = 1; turn <= 5; turn++) opened.push(await openLink(String(turn)))
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { data } = await list({ limit: 2, ...(cursor && { cursor }) })
      assert.equal(data.total, 5)
      for (const { id } of data.paymentLinks) seen.push(id)
      cursor = data.nextCursor
      await openLink('99')
    } while (cursor)
    assert.deepEqual(seen, opened.toReversed())
  })

  test('status is true between a link’s end and the job that records it', async ({ assert }) => {
    const over = await openLink('1')
    const alive = await openLink('2')
    await writeRows`UPDATE payment_links SET expires_at = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND
        WHERE id = ${over}`
    const ids = async (status: string) => pluck((await list({ status })).data.paymentLinks, 'id')
    assert.deepEqual(await ids('expired'), [over])
    assert.deepEqual(await ids('pending'), [alive])
    assert.deepEqual(await ids('completed'), [])
    const { data } = await list()
    assert.equal(data.paymentLinks.find(({ id }: { id: string }) => id === over).status, 'expired')
  })

  test('a page looks at a bounded number of links, however few it shows', async ({ assert }) => {
    const oldest = await openLink('1')
    const copied = [
      'realm_id',
      'type',
      'status',
      'object_path',
      'denomination',
      'amount',
      'token_sealed',
      'return_url',
      'return_strategy',
      'metadata',
      'expires_at',
    ].join(', ')
    await writeRows(
      `INSERT INTO payment_links (id, operation_id, token_hash, created_at, ${copied})
       SELECT CONCAT(l.id, seq), CONCAT(l.operation_id, seq), UNHEX(SHA2(CONCAT(l.id, seq), 256)),
              l.created_at + INTERVAL seq MICROSECOND, ${copied}
         FROM payment_links l, seq_1_to_${LIMITS.listScanRows + 1} WHERE l.id = ?`,
      [oldest]
    )
    // The cut of a walk is the newest of the ledger, which is to lie after the copies.
    await until('the copies to be of the past', async () => {
      await openLink('2')
      return (await list({ limit: 1 })).data.total >= LIMITS.listScanRows
    })
    const path = accepted(await realm.client.get(`${URL}/${oldest}`)).operation.path
    const narrow: Filter[] = [{ pathPrefix: path }, { path }]
    for (const filter of narrow) {
      const { data } = await list(filter)
      assert.deepEqual([data.paymentLinks, data.total, data.totalIsExact], [[], 0, false])
      const { data: rest } = await list({ ...filter, cursor: data.nextCursor })
      assert.deepEqual(pluck(rest.paymentLinks, 'id'), [oldest])
    }
    const wide: Filter[] = [{}, { type: 'deposit' }, { status: 'pending' }, { objectPath: '/till' }]
    for (const filter of wide) {
      const { data } = await list({ ...filter, limit: 1 })
      assert.deepEqual([data.total, data.totalIsExact], [LIMITS.listScanRows, false])
    }
  })

  test('filters by type', async ({ assert }) => {
    await openLink('1')
    assert.equal((await list({ type: 'deposit' })).data.total, 1)
    assert.equal((await list({ type: 'withdrawal' })).data.total, 0)
  })

  test('finds the links of exactly one reference, page by page', async ({ assert }) => {
    const first = await openLink('1', 'INV-17')
    await openLink('2', 'INV-170')
    await openLink('3', 'inv-17')
    await openLink('4')
    const second = await openLink('5', 'INV-17')
    const page = accepted(await list({ reference: 'INV-17', limit: 1 }))
    assert.deepEqual([page.total, pluck(page.paymentLinks, 'id')], [2, [second]])
    const cursor = page.nextCursor as string
    const rest = accepted(await list({ reference: 'INV-17', limit: 1, cursor }))
    assert.deepEqual(pluck(rest.paymentLinks, 'id'), [first])
    assert.equal(accepted(await list({ reference: 'INV-17', objectPath: '/other' })).total, 0)
  })

  test('every wrong field is named', async ({ assert }) => {
    const send = (input: object) => realm.client.get(URL, input as Record<string, string>)
    await refusesFields(
      assert,
      send,
      { realmId: realm.id },
      {
        realmId: [MISSING, '', 'x'],
        type: ['', 'refund'],
        status: ['', 'open', 'PENDING'],
        reference: ['a\nb', 'a'.repeat(65)],
        limit: ['', 0, -1, 1.5, 1001, 'x'],
        cursor: ['', 'x', 'bm9wZQ', 'a'.repeat(513)],
      }
    )
  })
})

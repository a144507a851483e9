import { test } from '@japa/runner'
import { armFailpoints } from '#app/failpoints/failpoint'
import {
  balancesOf,
  HEADER,
  HISTORY,
  ImportedFiles,
  type MappingFile,
} from '#tests/functional/ledger/support/imported_file'
import { accepted, Client, TestRealm } from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import { booksAreSound } from '#tests/support/sound_books'

const BOOKS = `${HEADER}
t1,world,users:ada,100.00,2024-01-01T10:00:00Z,first
t2,users:ada,shop,30.5,2024-01-02T10:00:00Z,an order
t2,users:ada,tax,2.500001,2024-01-02T10:00:00Z,an order
t3,shop,world,10,2024-01-03T10:00:00Z,
t4,world,users:bob,5.00,2024-01-04T10:00:00Z,
t5,world,users:eve,0,2024-01-05T10:00:00Z,
`

const BOOKED = {
  '/import/old': '5.00',
  '/shop': '20.50',
  '/tax': '2.500001',
  '/users/ada': '66.999999',
  '/users/bob': '5.00',
  '/users/eve': '0.00',
}

const BALANCES: MappingFile = {
  name: 'opening',
  columns: { id: 'account', target: 'account', amount: 'cents' },
  decimals: 2,
  under: '/customers',
  outside: ['@World'],
  expect: { currency: ['USD'] },
  skip: { state: ['closed'] },
}

async function operations(realm: TestRealm): Promise<number> {
  const [row] =
    await readRows`SELECT COUNT(*) AS count FROM operations WHERE realm_id = ${realm.id}`
  return Number(row!.count)
}

test.group('ledger | importing what another ledger has booked', (group) => {
  let files: ImportedFiles
  group.setup(async () => {
    files = await ImportedFiles.open()
    return () => files.remove()
  })

  test('history is booked in its order, once, and both sides are summed', async ({ assert }) => {
    const realm = await TestRealm.open()
    const first = await files.run(realm, BOOKS)
    assert.equal(first.code, 0, first.lines.join('\n'))
    assert.deepEqual(await balancesOf(realm), BOOKED)
    const printed = first.lines.join('\n')
    assert.match(printed, /lines +6, of which 0 left out and 1 without an amount/)
    assert.match(printed, /funding +100\.00 to \/import\/old/)
    assert.match(printed, /transactions +4 +4\nmoved +148\.000001 +148\.000001/)
    assert.match(printed, /from outside +105\.00 +105\.00\nto outside +10\.00 +10\.00/)
    await booksAreSound(realm)

    const audit = accepted(await realm.client.get('/api/v1/auth/audit', { realmId: realm.id }))
    assert.containSubset(audit.entries, [
      { eventType: 'books_imported', actorId: 'import', details: { name: 'old', transactions: 4 } },
    ])

    const before = await operations(realm)
    const again = await files.run(realm, BOOKS)
    assert.equal(again.code, 0, again.lines.join('\n'))
    assert.match(again.lines.join('\n'), /transactions +0 to be booked, 4 booked before/)
    assert.equal(await operations(realm), before)

    const more = await files.run(realm, `${BOOKS}t6,world,users:eve,7.25,,\n`)
    assert.equal(more.code, 0, more.lines.join('\n'))
    const expected = { ...BOOKED, '/import/old': '0.00', '/users/eve': '7.25' }
    assert.deepEqual(await balancesOf(realm), expected)
    await booksAreSound(realm)
  })

  test('an operation tells where it is from, and goes back as a posting', async ({ assert }) => {
    const realm = await TestRealm.open()
    await files.run(realm, BOOKS)
    const { operations: found } = accepted(
      await realm.get('/operations', { path: '/op/import/old/lines/t2' })
    )
    const [order] = found as { id: string; type: string; input: string; actorId: string }[]
    assert.equal(order!.type, 'posting')
    assert.deepInclude(JSON.parse(order!.input).imported, {
      from: 'old',
      id: 't2',
      at: '2024-01-02T10:00:00Z',
      note: 'an order',
    })
    const back = { path: '/op/refund', amount: '10' }
    const { operation } = accepted(await realm.post(`/operations/${order!.id}/reverse`, back))
    assert.equal(operation.state, 'completed')
    assert.deepInclude(await balancesOf(realm), { '/users/ada': '76.999999' })
  })

  test('opening balances make their objects, also the empty ones', async ({ assert }) => {
    const realm = await TestRealm.with({ '/customers/ada': '1' })
    const csv = `account,cents,currency,state
ada,10050,USD,open
bob,0,USD,open
cat,7,EUR,closed
dan,7,USD,open
@World,-10057,USD,open
`
    const { code, lines } = await files.run(realm, csv, BALANCES)
    assert.equal(code, 0, lines.join('\n'))
    assert.deepEqual(await balancesOf(realm), {
      '/customers/ada': '101.50',
      '/customers/bob': '0.00',
      '/customers/dan': '0.07',
      '/import/opening': '0.00',
    })
    await booksAreSound(realm)
  })

  test('a dry run says what would be done or not, and changes nothing', async ({ assert }) => {
    const realm = await TestRealm.open()
    const good = await files.run(realm, BOOKS, HISTORY, '--dry-run')
    assert.equal(good.code, 0)
    assert.match(good.lines.join('\n'), /transactions +4 to be booked/)
    const bad = await files.run(realm, `${BOOKS}t1,world,shop,1,,\n`, HISTORY, '--dry-run')
    assert.equal(bad.code, 1)
    assert.equal(await operations(realm), 0)
  })

  test('what cannot be booked is named by line and column, and left', async ({ assert }) => {
    const realm = await TestRealm.open()
    const lines: [line: string, told: RegExp][] = [
      [',world,shop,1,,', /line 8, column id is empty/],
      ['t 9,world,shop,1,,', /line 8, column id is "t 9", and must not contain whitespace/],
      ['a/b,world,shop,1,,', /line 8, column id is "a\/b"/],
      ['t1,world,shop,1,,', /line 8, column id is "t1" again, after line 2/],
      ['t9,,shop,1,,', /line 8, column from is "", and as a path must name something/],
      ['t9,users::ada,shop,1,,', /line 8, column from .* empty segment/],
      ['t9,_system:external,shop,1,,', /line 8, column from .* is not for accounts/],
      ['t9,import:old,shop,1,,', /line 8, column from .* is not for accounts/],
      ['t9,world,world,1,,', /line 8, column to leads to \/import\/old/],
      ['t9,shop,shop,1,,', /line 8, column to leads to \/shop/],
      ['t9,world,shop,,,', /line 8, column amount is ""/],
      ['t9,world,shop,-1,,', /line 8, column amount is "-1", .*outside/],
      ['t9,world,shop,1e3,,', /line 8, column amount is "1e3"/],
      ['t9,world,shop,"1,000",,', /line 8, column amount is "1,000"/],
      ['t9,world,shop,0.0000001,,', /line 8, column amount .* more than 6 decimals/],
      [`t9,world,shop,${'9'.repeat(25)},,`, /line 8, column amount .* more than 24 digits/],
      ['t9,shop,users:ada,20.51,,', /line 8 leaves \/shop with -0\.01/],
      ['t9,world,shop', /line 8 Invalid Record Length/],
      ['t9,world,"shop,1,,', /line \d Quote Not Closed/],
      [
        Array.from({ length: 101 }, () => 't9,world,shop,1,,').join('\n'),
        /line 108, column id begins a transaction of more than 100 lines/,
      ],
    ]
    for (const [line, told] of lines) {
      const { code, lines: said } = await files.run(realm, `${BOOKS}${line}\n`)
      assert.equal(code, 1, line)
      assert.match(said.join('\n'), told)
      assert.equal(await operations(realm), 0, line)
    }
  })

  test('a file or a mapping that is none is refused', async ({ assert }) => {
    const realm = await TestRealm.open()
    const columns = { id: 'id', target: 'to', amount: 'amount' }
    const refused: [csv: string | Buffer, mapping: unknown, told: RegExp][] = [
      ['', HISTORY, /is empty/],
      [Buffer.from([0x69, 0x64, 0xff, 0x0a]), HISTORY, /not in UTF-8/],
      ['id,to,amount\n', HISTORY, /line 1 has no column "from"/],
      ['id,to,amount,id\n', { name: 'a', columns }, /line 1 has the column "id" twice/],
      [BOOKS, '{', /is no JSON/],
      [BOOKS, { columns }, /name: The name field must be defined/],
      [BOOKS, { name: 'A b', columns }, /name: The name field format is invalid/],
      [BOOKS, { name: 'a', columns: { id: 'id', amount: 'amount' } }, /columns\.target/],
      [BOOKS, { ...HISTORY, outsides: [] }, /The outsides field is unknown. Did you mean outside/],
      [BOOKS, { ...HISTORY, under: 'users' }, /The under field must start with/],
      [BOOKS, { ...HISTORY, expect: { currency: ['USD'] } }, /line 1 has no column "currency"/],
      [BOOKS, { ...HISTORY, expect: { note: [''] } }, /line 2, column note is "first"/],
      [BOOKS.replace('first', 'a\u0007'), HISTORY, /line 2, column note .* control characters/],
    ]
    for (const [csv, mapping, told] of refused) {
      const { code, lines } = await files.run(realm, csv, mapping)
      assert.equal(code, 1)
      assert.match(lines.join('\n'), told)
    }
    assert.equal(await operations(realm), 0)
  })

  test('objects that could refuse a line are named before it begins', async ({ assert }) => {
    const realm = await TestRealm.open()
    accepted(await realm.declareZone('/vault'))
    await realm.object('/trader', { type: 'exchange' })
    await realm.account('/gone', '1')
    await realm.completed(accepted(await realm.withdraw('/gone', '1')).operation.id)
    const { id } = await realm.object('/capped')
    const limits = { realmId: realm.id, maxBalance: '5' }
    accepted(await realm.client.send('PUT', `/api/v1/objects/${id}/limits`, limits))
    const before = await operations(realm)
    const named: [account: string, told: RegExp][] = [
      ['vault:ada', /line 2 names \/vault\/ada, which lies in another custody boundary/],
      ['trader', /line 2 names \/trader, which keeps books of its own/],
      ['gone', /line 2 names \/gone, which is withdrawn/],
      ['capped', /line 2 names \/capped, which has limits/],
    ]
    for (const [account, told] of named) {
      const { code, lines } = await files.run(realm, `${HEADER}\nt1,world,${account},1,,\n`)
      assert.equal(code, 1)
      assert.match(lines.join('\n'), told)
    }
    assert.equal(await operations(realm), before)
  })

  test('what was booked is not changed by another file', async ({ assert }) => {
    const realm = await TestRealm.open()
    await files.run(realm, BOOKS)
    const { code, lines } = await files.run(realm, BOOKS.replace('30.5', '30.6'))
    assert.equal(code, 1)
    assert.match(lines.join('\n'), /line 3, column id is "t2", which was imported before/)
    assert.deepEqual(await balancesOf(realm), BOOKED)
  })

  test('one that stops halfway goes on where it stopped', async ({ assert, cleanup }) => {
    cleanup(() => armFailpoints(''))
    const realm = await TestRealm.open()
    for (const place of ['import.funding', 'import.booked']) {
      armFailpoints(`${place}:1:error`)
      await assert.rejects(() => files.books(realm, BOOKS), `Failpoint ${place}`)
    }
    const { code, lines } = await files.run(realm, BOOKS)
    assert.equal(code, 0, lines.join('\n'))
    assert.deepEqual(await balancesOf(realm), BOOKED)
    await booksAreSound(realm)
  })

  test('two imports at once bring what comes from outside once', async ({ assert }) => {
    const realm = await TestRealm.open()
    const [one, other] = [await files.plan(realm, BOOKS), await files.plan(realm, BOOKS)]
    await files.book(one)
    await assert.rejects(() => files.book(other), /Another import/)
    assert.deepEqual(await balancesOf(realm), BOOKED)
    const { code, lines } = await files.run(realm, BOOKS)
    assert.equal(code, 0, lines.join('\n'))
    assert.deepEqual(await balancesOf(realm), BOOKED)
    await booksAreSound(realm)
  })

  test('a live realm is imported into once its owner has brought the money', async ({ assert }) => {
    const realm = await TestRealm.open({ asset: 'live' })
    const unfunded = await files.run(realm, BOOKS)
    assert.equal(unfunded.code, 1)
    assert.match(
      unfunded.lines.join('\n'),
      /needs 100\.00 more at \/import\/old: create that object/
    )
    assert.equal(await operations(realm), 0)

    await realm.object('/import/old')
    const { poolAddress, operation } = accepted(await realm.deposit('/import/old', '100'))
    const give = { address: poolAddress as unknown, amount: '100' }
    accepted(await Client.anonymous().post('/dev/chain/faucet', give))
    await realm.completed(operation.id)
    const { code, lines } = await files.run(realm, BOOKS)
    assert.equal(code, 0, lines.join('\n'))
    assert.match(lines.join('\n'), /funding +0\.00/)
    assert.deepEqual(await balancesOf(realm), BOOKED)
    await booksAreSound(realm)
  })

  test('a realm that is not there, or takes no simulated money, is refused', async ({ assert }) => {
    const realm = await TestRealm.open()
    const gone = new TestRealm(realm.client, crypto.randomUUID())
    const { code, lines } = await files.run(gone, BOOKS)
    assert.equal(code, 1)
    assert.match(lines.join('\n'), /does not exist, or is closed/)
  })
})

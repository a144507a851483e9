import { test } from '@japa/runner'
import { csvText } from '#modules/console/browser/csv'
import {
  clientCodeOf,
  curlOf,
  literal,
  requestCodeOf,
} from '#modules/console/browser/forms/snippets'
import { isNeeded, problemOf, put, titled, valueOf } from '#modules/console/browser/forms/values'

const AMOUNT = { type: 'string', pattern: '^\\d{1,24}(\\.\\d{1,6})?$' }
const MINUTES = { type: ['integer', 'null'], minimum: 1, maximum: 60 }

const VALUES = [
  { schema: AMOUNT, text: ' 12.50 ', value: '12.50' },
  { schema: AMOUNT, text: '', value: undefined },
  { schema: MINUTES, text: '30', value: 30 },
  // What cannot be read stays what was typed: it must not become another number.
  { schema: MINUTES, text: '3O', value: '3O' },
  { schema: { type: ['boolean', 'null'] }, text: 'false', value: false },
  { schema: { type: 'array', items: {} }, text: 'a.*, b\n\nc', value: ['a.*', 'b', 'c'] },
  { schema: { type: 'object' }, text: '{"a":"1"}', value: { a: '1' } },
  { schema: { type: 'object' }, text: '{"a"', value: '{"a"' },
]

const PROBLEMS = [
  { schema: AMOUNT, value: '12.5', problem: null },
  { schema: AMOUNT, value: '12,5', problem: /an amount such as 12\.50/ },
  { schema: AMOUNT, value: '-1', problem: /an amount/ },
  { schema: AMOUNT, value: undefined, problem: /needed/ },
  { schema: MINUTES, value: '3O', problem: /a number/ },
  { schema: MINUTES, value: 1.5, problem: /a whole number/ },
  { schema: MINUTES, value: 61, problem: /at most 60/ },
  { schema: MINUTES, value: 0, problem: /at least 1/ },
  { schema: { type: 'string', maxLength: 2 }, value: '👍👍', problem: null },
  { schema: { type: 'string', maxLength: 2 }, value: 'abc', problem: /may have 2 characters/ },
  { schema: { type: 'string', format: 'date-time' }, value: 'soon', problem: /a time such as/ },
  { schema: { type: 'object' }, value: '{', problem: /JSON/ },
  { schema: { type: 'string', pattern: '^op_' }, value: 'x', problem: /of the form \^op_/ },
]

test.group('console | forms', () => {
  test('{text} is sent as the call takes it')
    .with(VALUES)
    .run(({ assert }, { schema, text, value }) => assert.deepEqual(valueOf(schema, text), value))

  test('{value} is judged as the declaration says')
    .with(PROBLEMS)
    .run(({ assert }, { schema, value, problem }) => {
      const found = problemOf(schema, value, true)
      if (problem === null) assert.isNull(found)
      else assert.match(found ?? '', problem)
    })

  test('a part of something optional is needed only with it', ({ assert }) => {
    const stop = { type: 'object', properties: { price: AMOUNT }, required: ['price'] }
    const schema = { type: 'object', properties: { stop, path: {} }, required: ['path'] }
    assert.isTrue(isNeeded(schema, 'path'))
    assert.isFalse(isNeeded(schema, 'stop.price'))
    const body = {}
    put(body, 'stop.price', '7')
    assert.deepEqual(body, { stop: { price: '7' } })
    assert.equal(titled('sourceObjectPath'), 'Source object path')
  })
})

test.group('console | calls to be copied', () => {
  const asked = { method: 'POST', address: '/api/v1/x', body: { name: "Ada's" }, key: 'k-1' }

  test('curl quotes what a shell would act on, and never has a token', ({ assert }) => {
    const text = curlOf(asked, 'http://host')
    assert.include(text, `Ada'\\''s`)
    assert.include(text, '-H "Authorization: Bearer $TOKEN"')
    assert.include(text, "-H 'Idempotency-Key: k-1'")
    assert.equal(
      curlOf({ method: 'GET', address: '/a' }, 'http://host').split('\n')[0],
      "curl -s 'http://host/a' \\"
    )
  })

  test('the client is called by its method, with ids before the input', ({ assert }) => {
    const call = { client: 'orders.cancel' }
    const given = { ids: ['obj_1', 'ord_2'], input: { path: '/op' }, method: 'DELETE', address: '' }
    assert.include(
      clientCodeOf(call, given, 'http://host'),
      "client.orders.cancel('obj_1', 'ord_2', {\n  path: '/op',\n})"
    )
    const added = { ids: [], input: {}, method: 'POST', address: '/api/v1/added', body: { a: '1' } }
    assert.include(
      clientCodeOf({ client: null }, { ...added, key: 'k-1' }, 'http://host'),
      "client.request('POST', '/api/v1/added', {\n  body: {\n    a: '1',\n  },\n  idempotencyKey: 'k-1',\n})"
    )
  })

  test('a call of which only the address is known is a request of the client, with its files', ({
    assert,
  }) => {
    const read = { method: 'GET', address: '/api/v1/x?limit=1' }
    assert.include(requestCodeOf(read, 'http://host'), "client.request('GET', '/api/v1/x?limit=1')")
    const body = new FormData()
    body.set('realmId', '@etc')
    body.set('file', new File(['1'], "bank's.csv"))
    const upload = { method: 'POST', address: '/api/v1/x', body, key: 'k-1' }
    const code = requestCodeOf(upload, 'http://host')
    assert.include(code, "body.set('realmId', '@etc')")
    assert.include(code, "body.set('file', await openAsBlob('bank\\'s.csv'), 'bank\\'s.csv')")
    assert.include(code, "client.request('POST', '/api/v1/x', { body, idempotencyKey: 'k-1' })")
    const curl = curlOf(upload, 'http://host')
    assert.include(curl, "--form-string 'realmId=@etc'")
    assert.include(curl, `-F 'file=@bank'\\''s.csv'`)
    assert.notInclude(curl, 'Content-Type')
  })

  test('a text cannot end the text that it stands in', ({ assert }) => {
    for (const text of [`'); stop('`, 'a\nb', '\\', '"', '${x}']) {
      assert.equal(new Function(`return ${literal(text)}`)(), text)
    }
    assert.equal(
      literal({ 'a': 1, 'b-c': [true], 'd': undefined }),
      "{\n  a: 1,\n  'b-c': [true],\n}"
    )
  })
})

test.group('console | lists as files', () => {
  test('a cell is no formula, an amount stays a number, and quotes are doubled', ({ assert }) => {
    const text = csvText(
      ['path', 'amount'],
      [
        ['=HYPERLINK("x")', '-5.00'],
        ['a,b', null],
      ]
    )
    assert.equal(text, `path,amount\r\n"'=HYPERLINK(""x"")",-5.00\r\n"a,b",\r\n`)
  })

  test('what a spreadsheet would run begins with an apostrophe: {$self}')
    .with(['=1', '+1+1', '-1+1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠1'])
    .run(({ assert }, value) => {
      const cell = /[\r\n]/.test(value) ? `"'${value}"` : `'${value}`
      assert.equal(csvText(['note'], [[value]]), `note\r\n${cell}\r\n`)
    })
})

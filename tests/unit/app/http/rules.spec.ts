import { test } from '@japa/runner'
import vine from '@vinejs/vine'
import { givenName, pageLimit } from '#app/http/rules'

const limited = vine.create({ limit: pageLimit(10) })
const named = vine.create({ name: givenName() })

test.group('rules', () => {
  test('a page size is a whole number within its bounds, as text or number', async ({ assert }) => {
    for (const limit of [1, 10, '1', '10']) {
      assert.deepEqual(await limited.validate({ limit }), { limit: Number(limit) })
    }
    assert.deepEqual(await limited.validate({}), {})
  })

  test('nothing else is read as a page size: {$self}')
    .with([0, 11, 1.5, -1, '', ' 5', '5 ', '+5', '1e1', '0x5', '0b1', 'ten', true, ['5'], [5], {}])
    .run(async ({ assert }, limit) => {
      const [error] = await limited.tryValidate({ limit })
      assert.isNotNull(error)
    })

  test('a name is trimmed, short, on one line and whole', async ({ assert }) => {
    for (const name of ['Ann 😀', 'x'.repeat(100), '😀'.repeat(100)]) {
      assert.deepEqual(await named.validate({ name: ` ${name} ` }), { name })
    }
    for (const name of ['', '  ', 'a\nb', 'a\u0000', 'a\ud800', '\udc00b', '😀'.repeat(101), 5]) {
      const [error] = await named.tryValidate({ name })
      assert.isNotNull(error, JSON.stringify(name))
    }
  })

  test('a refused text is told how long it may be', async ({ assert }) => {
    const [error] = await named.tryValidate({ name: 'x'.repeat(101) })
    const message = 'The name field must not be greater than 100 characters'
    assert.containSubset(error?.messages, [{ field: 'name', rule: 'maxLength', message }])
  })
})

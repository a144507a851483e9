import { test } from '@japa/runner'
import vine from '@vinejs/vine'
import { WHOLE_PATHS } from '#app/http/field_names'
import { evmAddress, givenName, instant, pageLimit, usdAmount } from '#app/http/rules'

const limited = vine.create({ limit: pageLimit(10) })
const named = vine.create({ name: givenName() })
const told = vine.create({
  name: givenName().optional(),
  address: evmAddress().optional(),
  amount: usdAmount().optional(),
  at: instant().optional(),
})

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

  test('a refused text is told what it must be: {$self}')
    .with([
      ['name', 'x'.repeat(101), 'maxLength', 'must not be greater than 100 characters'],
      ['name', 'a\nb', 'regex', 'must be on one line'],
      ['address', 'DE89 3704', 'regex', 'must be 0x and 40 hexadecimal digits'],
      ['amount', '-1.00', 'usd_amount', 'must be a decimal string such as 12.50, with'],
      ['at', '2026-11-01', 'timestamp', 'must be an RFC 3339 time such as 2026-01-31T09:00:00Z'],
    ])
    .run(async ({ assert }, [field, text, rule, must]) => {
      const [error] = await told.tryValidate({ [field!]: text }, WHOLE_PATHS)
      const messages = error?.messages as { field: string; rule: string; message: string }[]
      assert.containSubset(messages, [{ field, rule }])
      assert.include(messages[0]!.message, `The ${field} field ${must}`)
    })
})

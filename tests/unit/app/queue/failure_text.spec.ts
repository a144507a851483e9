import { test } from '@japa/runner'
import { failureText } from '#app/queue/failure_text'
import { LIMITS } from '#app/limits'

const KEY = 'ab'.repeat(32)
const TOKEN = `svc1${'Qx7_'.repeat(12)}`
const ADDRESS = `0x${'c3'.repeat(20)}`
const ID = 'op_01m7ywx9sbesptym8vn1dce0hb'

function databaseError() {
  const text = "Duplicate entry 'ada@example.com' for key 'email'"
  return Object.assign(new Error(text), { errno: 1062, code: 'ER_DUP_ENTRY', sqlState: '23000' })
}

test.group('queue | failure text', () => {
  test('operators read why a job failed, and no secret: {name}')
    .with([
      { name: 'a plain error', error: new Error('no rail carries it'), told: 'no rail carries it' },
      { name: 'its cause', error: new Error('a', { cause: new Error('b') }), told: 'a: b' },
      { name: 'one line', error: new Error('first\nsecond'), told: 'first' },
      { name: 'a control character', error: new Error('a\u0007b'), told: 'a b' },
      { name: 'no error', error: 'just text', told: 'just text' },
      { name: 'a value in SQL', error: databaseError(), told: 'Database: ER_DUP_ENTRY (1062)' },
      {
        name: 'the key of a node',
        error: new Error('POST https://ada:pw@node.example:8545/v3/s3cret?key=1 answered 503'),
        told: 'POST https://node.example:8545/… answered 503',
      },
      { name: 'a header', error: new Error('Bearer abc refused'), told: 'Bearer … refused' },
      { name: 'a setting', error: new Error('DB_PASSWORD=x y'), told: 'DB_PASSWORD=… y' },
      { name: 'a private key', error: new Error(`bad 0x${KEY}`), told: 'bad 0xabababab…' },
      { name: 'a token', error: new Error(`bad ${TOKEN}`), told: 'bad svc1Qx…' },
      {
        name: 'an id and an address stay',
        error: new Error(`${ID} ${ADDRESS}`),
        told: `${ID} ${ADDRESS}`,
      },
    ])
    .run(({ assert }, { error, told }) => {
      assert.equal(failureText(error), told)
    })

  test('the text fits its column, in whole characters', ({ assert }) => {
    const long = failureText(new Error('😀 '.repeat(10_000)))
    assert.equal([...long].length, LIMITS.jobErrorLength)
    assert.isTrue(long.isWellFormed())
    assert.isTrue(failureText(new Error('\ud800')).isWellFormed())
  })
})

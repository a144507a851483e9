import { test } from '@japa/runner'
import { Logger } from '@adonisjs/core/logger'
import loggerConfig from '#config/logger'

/** What the service's own logger writes, with every level on. */
function logger() {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const log = new Logger({ ...loggerConfig.loggers.app, level: 'trace', destination })
  return { log, lines }
}

const NAMES = ['password', 'token', 'idToken', 'refreshToken', 'rawKey', 'authorization']
const VALUE = 'what nobody may read'
/** As JSON in a text of JSON. */
const CUT_IN_TEXT = (name: string) => `\\"${name}\\":\\"[redacted]\\"`

test.group('observability | log secrets', () => {
  for (const name of NAMES) {
    const secret = { [name]: VALUE }
    const failed = () => Object.assign(new Error('failed'), secret)
    const cyclic: Record<string, unknown> = { ...secret }
    cyclic.self = cyclic
    const written: [where: string, write: (log: Logger) => void, shown?: string][] = [
      ['a record', (log) => log.info(secret, 'said')],
      ['a part of a record', (log) => log.warn({ about: { ...secret, kept: 1 } }, 'said')],
      ['a list deep in a record', (log) => log.warn({ a: { b: [{ c: secret }] } }, 'said')],
      ['an error', (log) => log.error({ err: failed() }, 'said')],
      ['an error by another name', (log) => log.info({ why: failed() }, 'said')],
      [
        'the cause of an error',
        (log) => log.error({ err: new AggregateError([failed()]) }, 'said'),
      ],
      ['a record that is an error', (log) => log.error(failed(), 'said')],
      ['what a logger was made with', (log) => log.child(secret).info({ a: 1 }, 'said')],
      ['a part of that', (log) => log.child({ about: secret }).info({ a: 1 }, 'said')],
      [
        'what is said',
        (log) => log.info({ a: 1 }, 'said %j', { about: secret }),
        CUT_IN_TEXT(name),
      ],
      [
        'what is said of an object',
        (log) => log.info({ a: 1 }, 'said %o', secret),
        CUT_IN_TEXT(name),
      ],
      ['a cycle that is said', (log) => log.info({ a: 1 }, 'said %j', cyclic), '[not JSON]'],
    ]
    for (const [where, write, shown = `"${name}":"[redacted]"`] of written) {
      test(`${name} in ${where} is not written`, ({ assert }) => {
        const { log, lines } = logger()
        write(log)
        assert.lengthOf(lines, 1)
        assert.notInclude(lines[0]!, VALUE)
        assert.include(lines[0]!, shown)
        assert.include(lines[0]!, '"msg":"said')
        assert.isTrue(lines[0]!.endsWith('}\n'), lines[0])
      })
    }
  }

  test('everything else is written as it was given, and the record itself is left alone', ({
    assert,
  }) => {
    const { log, lines } = logger()
    const record = { about: { token: VALUE, kept: [1, { deep: true }] }, none: null, text: 'token' }
    log.child({ request_id: 'r1' }).info(record, 'said')
    const { about, none, text, request_id: id } = JSON.parse(lines[0]!)
    assert.deepEqual(
      { about, none, text, id },
      {
        about: { token: '[redacted]', kept: [1, { deep: true }] },
        none: null,
        text: 'token',
        id: 'r1',
      }
    )
    assert.equal(record.about.token, VALUE)
  })

  test('what was thrown and is no error is written too', ({ assert }) => {
    for (const err of ['a text', null, undefined, 7, { token: VALUE }]) {
      const { log, lines } = logger()
      log.error({ err }, 'said')
      assert.include(lines[0]!, '"msg":"said"', String(err))
      assert.notInclude(lines[0]!, VALUE)
    }
  })

  test('what a value says of itself is written, not what it hides', ({ assert }) => {
    class Account {
      token = VALUE
      toJSON = () => ({ id: 1 })
    }
    const { log, lines } = logger()
    log.info(
      { account: new Account(), url: new URL(`https://a:${NAMES.length}@b.example/`) },
      'said'
    )
    const { account, url } = JSON.parse(lines[0]!)
    assert.deepEqual({ account, url }, { account: { id: 1 }, url: 'https://a:6@b.example/' })
  })

  test('a text and an error that is said are written as they are', ({ assert }) => {
    const { log, lines } = logger()
    log.info('token and "token": nothing')
    log.info({ a: 1 }, 'said %s %d %j', new Error('this'), 7, { kept: true })
    assert.equal(JSON.parse(lines[0]!).msg, 'token and "token": nothing')
    assert.include(JSON.parse(lines[1]!).msg, 'this')
    assert.include(JSON.parse(lines[1]!).msg, '7 {"kept":true}')
  })

  test('an error keeps its type, message, stack and fields', ({ assert }) => {
    const { log, lines } = logger()
    const cause = new Error('deeper')
    log.error({ err: Object.assign(new TypeError('failed', { cause }), { code: 'E_ONE' }) }, 'said')
    const { err } = JSON.parse(lines[0]!)
    assert.equal(err.type, 'TypeError')
    assert.include(err.message, 'failed')
    assert.include(err.message, 'deeper')
    assert.include(err.stack, 'log_secrets.spec')
    assert.equal(err.code, 'E_ONE')
  })
})

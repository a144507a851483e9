import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import fc from 'fast-check'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { CommitUnknownError, classifyDatabaseError } from '#app/storage/database_errors'
import { LIMITS } from '#app/limits'
import { eventually } from '#tests/support/client'
import { forAllAsync } from '#tests/support/for_all'

interface Stored {
  place: number
  words: string | null
  whole: string | null
}

const TABLE = 'row_text_check'
const HOSTILE = [
  "'",
  "\\'",
  "''",
  '\\',
  '"',
  '\0',
  '\n',
  '\r',
  '\t',
  '\\N',
  'NULL',
  '\x1a',
  "'),(9,'x',1",
  "'); END",
  '; ',
  '?',
  '/*',
  '-- ',
  'ß𝄞',
]

/** What became of rows that are too many for a text; nothing when they were stored. */
async function refusalOf(
  session: SqlSession,
  rows: readonly (readonly (string | number | null)[])[]
): Promise<unknown> {
  const insert = { into: `${TABLE} (place, word)`, rows, update: '' }
  return session.insertInTurn([() => insert], () => {}).catch((error: unknown) => error)
}

async function inserted(
  session: SqlSession,
  rows: (string | bigint | null)[][],
  way: 'insertInTurn' | 'insertTogether'
) {
  await session.write(`DELETE FROM ${TABLE}`)
  const part = (some: typeof rows) => () =>
    some.length > 0 ? { into: `${TABLE} (place, words, whole)`, rows: some, update: '' } : null
  await session[way]([part([]), part(rows.slice(0, 5)), part(rows.slice(5))], () => {})
  const stored = await session.read<Stored>(
    `SELECT place, words, whole FROM ${TABLE} ORDER BY place`
  )
  return stored.map(({ words, whole }) => [words, whole])
}

test.group('host | rows as text', () => {
  test('no text can leave its literal: every value comes back as it was', async ({ assert }) => {
    const word = fc.oneof(
      fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
      fc.array(fc.constantFrom(...HOSTILE)).map((parts) => parts.join(''))
    )
    const value = fc.tuple(
      fc.option(word),
      fc.option(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }))
    )
    const database = await app.container.make(Database)
    await database.withSession(async (session) => {
      await session.write(`CREATE TEMPORARY TABLE ${TABLE} (place BIGINT PRIMARY KEY,
        words TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL, whole BIGINT NULL)`)
      try {
        await forAllAsync(
          [
            fc.constantFrom('insertInTurn', 'insertTogether'),
            fc.array(value, { minLength: 1, maxLength: 20 }),
          ],
          { numRuns: 200 },
          async (way, values) => {
            const rows = values.map(([words, whole], place) => [BigInt(place), words, whole])
            const expected = values.map(([words, whole]) => [words, whole?.toString() ?? null])
            const stored = await inserted(session, rows, way)
            const texts = stored.map(([words, whole]) => [words, whole && String(whole)])
            assert.deepEqual(texts, expected)
          }
        )
      } finally {
        await session.write(`DROP TEMPORARY TABLE ${TABLE}`)
      }
    })
  })

  test('so many rows that they go as data come back as they were', async ({ assert }) => {
    const texts = [...HOSTILE, '', ' ', 'a '].flatMap((one) => HOSTILE.map((other) => one + other))
    const rows = [...texts, null].map((word, place) => [
      BigInt(place),
      word,
      place % 3 ? null : -7n,
    ])
    assert.isAbove(rows.length, LIMITS.loadedRows)
    const database = await app.container.make(Database)
    await database.withSession(async (session) => {
      await session.write(`CREATE TEMPORARY TABLE ${TABLE} (place BIGINT PRIMARY KEY,
        words TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL, whole BIGINT NULL)`)
      for (const sent of [rows, rows.map(([place, , whole]) => [place!, "it's \\", whole!])]) {
        await session.write(`DELETE FROM ${TABLE}`)
        const all = { into: `${TABLE} (place, words, whole)`, rows: sent, update: '' }
        const [first] = session.statements(all)
        assert.equal(typeof first, session.joins ? 'object' : 'string')
        await session.insertInTurn([() => all], () => {})
        const stored = await session.read<Stored>(
          `SELECT words, whole FROM ${TABLE} ORDER BY place`
        )
        assert.deepEqual(
          stored.map(({ words, whole }) => [words, whole && String(whole)]),
          sent.map(([, word, whole]) => [word, whole?.toString() ?? null])
        )
      }
      await session.write(`DROP TEMPORARY TABLE ${TABLE}`)
    })
  })

  test('many rows one of which is refused fail as an INSERT does', async ({ assert }) => {
    const database = await app.container.make(Database)
    const many = Array.from({ length: LIMITS.loadedRows }, (_, place) => [place, 'word'])
    await database.withSession(async (session) => {
      await session.write(`CREATE TEMPORARY TABLE ${TABLE} (place BIGINT PRIMARY KEY,
        word VARCHAR(4) NOT NULL)`)
      for (const [refused, errno] of [
        [[0, 'same'], 1062],
        [['no number', 'word'], 1366],
        [[-1, 'longer'], 1406],
        [[-1, null], 1048],
      ] as const) {
        await session.write(`DELETE FROM ${TABLE}`)
        const failed = await refusalOf(session, [...many, refused])
        assert.instanceOf(failed, Error, `${refused.join()} was stored`)
        const isSame = classifyDatabaseError(failed, false) === 'duplicate'
        assert.equal(isSame, errno === 1062, `${refused.join()}: ${String(failed)}`)
      }
      await session.write(`DROP TEMPORARY TABLE ${TABLE}`)
    })
  })

  test('a refused row is heard of where the server keeps no warnings', async ({ assert }) => {
    const database = await app.container.make(Database)
    const many = Array.from({ length: LIMITS.loadedRows }, (_, place) => [place, 'word'])
    await database.withSession(async (session) => {
      await session.write(`CREATE TEMPORARY TABLE ${TABLE} (place BIGINT PRIMARY KEY,
        word VARCHAR(4) NOT NULL)`)
      const [{ kept }] = (await session.read('SELECT @@max_error_count AS kept')) as [
        { kept: number },
      ]
      assert.isAbove(Number(kept), 0)
      await session.write('SET SESSION max_error_count = 0')
      try {
        for (const refused of [
          [0, 'same'],
          [-1, 'longer'],
          [-1, null],
        ]) {
          await session.write(`DELETE FROM ${TABLE}`)
          const failed = await refusalOf(session, [...many, refused])
          assert.instanceOf(failed, Error, `${refused.join()} was stored`)
        }
      } finally {
        await session.write(`SET SESSION max_error_count = ${kept}`)
        await session.write(`DROP TEMPORARY TABLE ${TABLE}`)
      }
    })
  })

  test('what runs meanwhile is called once, after the first rows were sent', async ({ assert }) => {
    const calls: string[] = []
    const database = await app.container.make(Database)
    await database.withSession(async (session) => {
      await session.write(`CREATE TEMPORARY TABLE ${TABLE} (place BIGINT PRIMARY KEY)`)
      const rows = (name: string, place: number) => () => {
        calls.push(name)
        return { into: `${TABLE} (place)`, rows: [[place]], update: '' }
      }
      await session.insertInTurn([() => null, rows('one', 1), rows('two', 2)], () => {
        calls.push('meanwhile')
      })
      await session.write(`DROP TEMPORARY TABLE ${TABLE}`)
    })
    assert.deepEqual(calls, ['one', 'meanwhile', 'two'])
  })

  test('a statement that cannot be made leaves none running', async ({ assert }) => {
    const database = await app.container.make(Database)
    await database.withSession(async (session) => {
      await session.write(`CREATE TEMPORARY TABLE ${TABLE} (place BIGINT PRIMARY KEY)`)
      const first = () => ({ into: `${TABLE} (place)`, rows: [[1]], update: '' })
      const broken = () => {
        throw new Error('no text for this')
      }
      await assert.rejects(() => session.insertInTurn([first, broken], () => {}), /no text/)
      assert.lengthOf(await session.read(`SELECT place FROM ${TABLE}`), 1)
      await session.write(`DROP TEMPORARY TABLE ${TABLE}`)
    })
  })

  test('what goes together ends with the first that fails, or a deadlock', async ({ assert }) => {
    const database = await app.container.make(Database)
    const places = async () =>
      (await database.read<{ place: string | number }>(`SELECT place FROM ${TABLE}`))
        .map(({ place }) => Number(place))
        .sort((one, other) => one - other)
    const add = (...rows: number[]) => ({
      into: `${TABLE} (place)`,
      rows: rows.map((place) => [place]),
      update: 'ON DUPLICATE KEY UPDATE place = VALUES(place)',
    })
    await database.write(`CREATE TABLE ${TABLE} (place BIGINT PRIMARY KEY) ENGINE=InnoDB`)
    try {
      await database.write(`INSERT INTO ${TABLE} VALUES (1), (2)`)
      const lock = (session: SqlSession, place: number) =>
        session.read(`SELECT place FROM ${TABLE} WHERE place = ? FOR UPDATE`, [place])
      await database.withSession((one) =>
        database.withSession(async (other) => {
          await one.write('START TRANSACTION')
          await other.write('START TRANSACTION')
          await lock(one, 1)
          await lock(other, 2)
          // The one with fewer changes is given up.
          await other.insertTogether([() => add(20, 21, 22, 23, 24, 25)], () => {})
          const waiting = lock(other, 1)
          const inserts = [() => add(10), () => add(2), () => add(11)]
          await assert.rejects(() => one.insertTogether(inserts, () => {}), /[Dd]eadlock/)
          await waiting
          await one.write('ROLLBACK')
          await other.write('ROLLBACK')
        })
      )
      assert.deepEqual(await places(), [1, 2])
    } finally {
      await database.write(`DROP TABLE ${TABLE}`)
    }
  })
})

test.group('host | transactions of two turns', (group) => {
  let database: Database
  const places = async (reader: SqlReader = database) =>
    (await reader.read<{ place: string | number }>(`SELECT place FROM ${TABLE}`)).map(({ place }) =>
      Number(place)
    )
  const add = (place: number) => () => ({ into: `${TABLE} (place)`, rows: [[place]], update: '' })
  const lock = { sql: `SELECT place FROM ${TABLE} WHERE place = 1 FOR UPDATE`, values: [] }
  const all = { sql: `SELECT place FROM ${TABLE} WHERE place >= ?`, values: [1] }
  const id = async (session: SqlReader) =>
    (await session.read<{ id: number }>('SELECT CONNECTION_ID() AS id'))[0]!.id

  group.setup(async () => {
    database = await app.container.make(Database)
  })
  group.each.setup(async () => {
    await database.write(`CREATE TABLE ${TABLE} (place BIGINT PRIMARY KEY) ENGINE=InnoDB`)
    await database.write(`INSERT INTO ${TABLE} VALUES (1)`)
    return async () => {
      await database.write(`DROP TABLE ${TABLE}`)
    }
  })

  test('a query behind one that locks sees what the holder committed', async ({ assert }) => {
    let second: Promise<unknown[][]> | undefined
    await database.transaction(async (holder) => {
      await holder.readTogether([lock])
      second = database.transaction((session) => session.readTogether([lock, all]))
      await waitingFor(database, lock.sql)
      await holder.write(`INSERT INTO ${TABLE} VALUES (2)`)
    })
    const [locked, seen] = await second!
    assert.lengthOf(locked!, 1)
    assert.lengthOf(seen!, 2)
  })

  test('what reads together holds its locks until the transaction ends', async ({ assert }) => {
    await database.transaction(async (session) => {
      await session.readTogether([lock, all])
      const impatient = `${lock.sql} NOWAIT`
      await assert.rejects(() => database.read(impatient), /[Ll]ock wait timeout|NOWAIT/)
      await session.write(`INSERT INTO ${TABLE} VALUES (2)`)
      assert.deepEqual(await places(), [1])
    })
    assert.deepEqual(await places(), [1, 2])
  })

  test('the last rows bring COMMIT with them, once', async ({ assert }) => {
    const phases: string[] = []
    let together = false
    await database.transaction(
      async (session) => {
        await session.readTogether([lock])
        await session.insertTogether([add(2), add(3)], () => phases.push('meanwhile'), true)
        together = session.joins
        assert.equal(session.isCommitted, together)
        assert.deepEqual(await places(), together ? [1, 2, 3] : [1])
      },
      { onCommit: (phase) => phases.push(phase) }
    )
    assert.deepEqual(await places(), [1, 2, 3])
    const [first, second] = together ? ['sending', 'meanwhile'] : ['meanwhile', 'sending']
    assert.deepEqual(phases, [first, second, 'done'])
  })

  test('rows so many that they might go as data stay in turn', async ({ assert }) => {
    await database.transaction(async (session) => {
      const rows = Array.from({ length: LIMITS.loadedRows }, (_, at) => [at + 2])
      const many = () => ({ into: `${TABLE} (place)`, rows, update: '' })
      await session.insertTogether([many], () => {}, true)
      assert.equal(session.isCommitted, session.joins)
    })
    assert.lengthOf(await places(), LIMITS.loadedRows + 1)
  })

  test('{$self} of a session whose rows go as data ends its transaction with nothing stored')
    .with(['KILL', 'KILL QUERY'])
    .run(async ({ assert }, kill) => {
      const rows = Array.from({ length: 20_000 }, (_, at) => [at + 2])
      await database.transaction(async (holder) => {
        await holder.write(`INSERT INTO ${TABLE} VALUES (10002)`)
        let connectionId = 0
        const ended = database
          .transaction(
            async (session) => {
              connectionId = await id(session)
              const data = { into: `${TABLE} (place)`, rows, update: '' }
              await session.insertInTurn([() => data], () => {})
            },
            { retries: 0 }
          )
          .then(
            () => null,
            (reason: unknown) => reason
          )
        await waitingFor(database, `TABLE ${TABLE}`)
        await database.write(`${kill} ${connectionId}`)
        const error = await ended
        assert.instanceOf(error, Error)
        assert.notInstanceOf(error, CommitUnknownError)
      })
      assert.deepEqual(await places(), [1, 10002])
    })

  test('a row that is refused keeps COMMIT from being reached', async ({ assert }) => {
    const refused = database.transaction((session) =>
      session.insertTogether([add(2), add(1), add(3)], () => {}, true)
    )
    await assert.rejects(() => refused, /Duplicate entry/)
    assert.deepEqual(await places(), [1])
  })

  test('a connection lost with the last rows leaves the fate open', async ({ assert }) => {
    const together = await database.withSession((session) => Promise.resolve(session.joins))
    // MySQL takes COMMIT alone: rows that are lost before it are not stored, and sent again.
    if (!together) return
    await database.transaction(async (holder) => {
      await holder.write(`INSERT INTO ${TABLE} VALUES (3)`)
      let connectionId = 0
      const lost = database.transaction(async (session) => {
        connectionId = await id(session)
        await session.insertTogether([add(2), add(3)], () => {}, true)
      })
      lost.catch(() => {})
      await waitingFor(database, '(place) VALUES (3)')
      await database.write(`KILL ${connectionId}`)
      const error = await lost.then(
        () => null,
        (reason: unknown) => reason
      )
      assert.instanceOf(error, CommitUnknownError)
    })
    assert.deepEqual(await places(), [1, 3])
  })
})

/** Waits until a statement with this text stands in the database. */
function waitingFor(database: Database, text: string) {
  return eventually(`a statement with ${text}`, async () => {
    const [row] = await database.read<{ waiting: string | number }>(
      `SELECT COUNT(*) AS waiting FROM information_schema.processlist
        WHERE info LIKE ? AND id <> CONNECTION_ID()`,
      [`%${text}%`]
    )
    return Number(row!.waiting) > 0 ? true : null
  })
}

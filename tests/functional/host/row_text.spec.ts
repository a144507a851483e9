import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import fc from 'fast-check'
import { Database, type SqlSession } from '#app/storage/database'

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
  '\x1a',
  "'),(9,'x',1",
  '?',
  '/*',
  '-- ',
  'ß𝄞',
]

async function inserted(session: SqlSession, rows: (string | bigint | null)[][]) {
  await session.write(`DELETE FROM ${TABLE}`)
  const insert = { into: `${TABLE} (place, words, whole)`, rows, update: '' }
  await session.insertInTurn([() => null, () => insert], () => {})
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
        await fc.assert(
          fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 20 }), async (values) => {
            const rows = values.map(([words, whole], place) => [BigInt(place), words, whole])
            const expected = values.map(([words, whole]) => [words, whole?.toString() ?? null])
            assert.deepEqual(
              (await inserted(session, rows)).map(([words, whole]) => [
                words,
                whole && String(whole),
              ]),
              expected
            )
          }),
          { numRuns: 200 }
        )
      } finally {
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
      const rows = await session.read(`SELECT place FROM ${TABLE}`)
      assert.lengthOf(rows, 1)
      await session.write(`DROP TEMPORARY TABLE ${TABLE}`)
    })
  })
})

import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Database, type SqlSession } from '#app/storage/database'
import {
  bytes,
  count,
  flag,
  integer,
  json,
  money,
  part,
  shownTime,
  Table,
  text,
  time,
} from '#app/storage/table'

interface Note {
  id: string
  body: string | null
  digest: Buffer
  readCount: number
  isOpen: boolean
  openedAt: number | null
  parts: unknown
  price: bigint
  gas: bigint | null
  pen: { color: string; width: number | null } | null
}

const NOTES = new Table<Note>('described_notes', {
  id: text('note_id'),
  body: text(),
  digest: bytes(),
  readCount: count(),
  isOpen: flag(),
  openedAt: time(),
  parts: json(),
  price: money(),
  gas: integer(),
  pen: part({ color: text('pen_color'), width: count('pen_width') }),
})

const NOTE: Note = {
  id: 'n_1',
  body: `a "quoted" \\ line\n'; DROP TABLE described_notes`,
  digest: Buffer.from([0, 39, 92, 255]),
  readCount: Number.MAX_SAFE_INTEGER,
  isOpen: true,
  openedAt: 1_795_390_844_016_001,
  parts: { names: ['ä', '𝄞'], none: null },
  price: -123_456_789_012_345_678_901_234_000_001n,
  gas: 10n ** 60n + 1n,
  pen: { color: 'red', width: 2 },
}

const EMPTY: Note = {
  ...NOTE,
  id: 'n_2',
  body: null,
  openedAt: null,
  isOpen: false,
  parts: null,
  gas: null,
  pen: null,
}

/** A table that is gone with its connection. */
async function withNotes(work: (session: SqlSession) => Promise<void>) {
  const database = await app.container.make(Database)
  await database.withSession(async (session) => {
    await session.write(`CREATE TEMPORARY TABLE described_notes (
      note_id VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY, body TEXT NULL,
      digest VARBINARY(8), read_count BIGINT UNSIGNED, is_open BOOLEAN, opened_at DATETIME(6) NULL,
      parts MEDIUMTEXT NULL, price DECIMAL(36,6), gas DECIMAL(65,0) NULL, pen_color TEXT NULL,
      pen_width INT NULL, secret TEXT NULL
    ) DEFAULT CHARSET=utf8mb4`)
    try {
      await work(session)
    } finally {
      await session.write('DROP TEMPORARY TABLE described_notes')
    }
  })
}

test.group('A described table', () => {
  test('an entity comes back as written, every kind, to the microsecond', async ({ assert }) => {
    await withNotes(async (session) => {
      const thin = { ...NOTE, id: 'n_3', pen: { color: 'blue', width: null } }
      await NOTES.insert(session, NOTE)
      await NOTES.insert(session, [EMPTY, thin])
      await NOTES.insert(session, [])
      assert.deepEqual(await NOTES.all(session, 'ORDER BY note_id'), [NOTE, EMPTY, thin])
      const rows = await session.read('SELECT note_id FROM described_notes WHERE parts IS NULL')
      assert.deepEqual(rows, [{ note_id: 'n_2' }])
    })
  })

  test('what has no column is not written, what is undescribed not read', async ({ assert }) => {
    await withNotes(async (session) => {
      await NOTES.insert(session, { ...NOTE, secret: 'more than the entity says' } as Note)
      assert.deepEqual(await session.read('SELECT secret FROM described_notes'), [{ secret: null }])
      await session.write(`UPDATE described_notes SET secret = 'unasked'`)
      assert.deepEqual(await NOTES.first(session, 'WHERE note_id = ?', ['n_1']), NOTE)
    })
  })

  test('values beside an entity go into new rows, others as is stated', async ({ assert }) => {
    await withNotes(async (session) => {
      const secretsAndBodies = () =>
        session.read('SELECT secret, body FROM described_notes ORDER BY note_id')
      await NOTES.insert(session, { ...NOTE, body: 'old' }, { secret: 's_1' })
      assert.equal(await NOTES.insertNew(session, [NOTE, EMPTY], { secret: 's_2' }), 1)
      assert.deepEqual(await secretsAndBodies(), [
        { secret: 's_1', body: 'old' },
        { secret: 's_2', body: null },
      ])
      const rest = 'ON DUPLICATE KEY UPDATE body = VALUES(body)'
      await NOTES.insert(session, { ...NOTE, body: 'new' }, { secret: 's_3' }, rest)
      const [changed] = await secretsAndBodies()
      assert.deepEqual(changed, { secret: 's_1', body: 'new' })
      const another = { ...EMPTY, id: NOTE.id, body: 'newest' }
      await NOTES.insert(session, another, { secret: 's_4' }, NOTES.overwriting)
      assert.deepEqual(await NOTES.first(session, 'WHERE note_id = ?', [NOTE.id]), another)
      assert.deepEqual((await secretsAndBodies())[0], { secret: 's_1', body: 'newest' })
    })
  })

  test('several tables are read as one, by the names of the fields', async ({ assert }) => {
    const other = new Table<{ name: string; isLong: boolean; price: bigint; openedAt: string }>(
      `(SELECT ? AS least) bound JOIN described_notes note ON note.read_count >= bound.least`,
      {
        name: text('note.note_id'),
        isLong: flag('CHAR_LENGTH(note.body) > 10'),
        price: money('note.price'),
        openedAt: shownTime('note.opened_at'),
      }
    )
    await withNotes(async (session) => {
      await NOTES.insert(session, [NOTE, { ...EMPTY, readCount: 1 }])
      const found = await other.all(session, 'WHERE note.is_open = ?', [2, true])
      assert.deepEqual(found, [
        { name: 'n_1', isLong: true, price: NOTE.price, openedAt: '2026-11-22T23:40:44.016001Z' },
      ])
    })
  })

  test('a conditional change reaches only its rows and says how many', async ({ assert }) => {
    await withNotes(async (session) => {
      for (const id of ['n_1', 'n_2']) await NOTES.insert(session, { ...NOTE, id })
      const changes = { isOpen: false, openedAt: null, parts: ['x'], pen: null, body: undefined }
      const close = () =>
        NOTES.update(session, changes, 'WHERE note_id = ? AND is_open = TRUE', ['n_2'])
      assert.deepEqual([await close(), await close()], [1, 0])
      const [first, second] = await NOTES.all(session, 'ORDER BY note_id')
      assert.deepEqual([first, second], [NOTE, { ...NOTE, ...changes, body: NOTE.body, id: 'n_2' }])
      assert.isNull(await NOTES.first(session, 'WHERE note_id = ?', ['n_3']))
    })
  })
})

import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Database, type SqlSession } from '#app/storage/database'
import { bytes, count, flag, json, Table, text, time } from '#app/storage/table'

interface Note {
  id: string
  body: string | null
  digest: Buffer
  readCount: number
  isOpen: boolean
  openedAt: number | null
  parts: unknown
}

const NOTES = new Table<Note>('described_notes', {
  id: text('note_id'),
  body: text(),
  digest: bytes(),
  readCount: count(),
  isOpen: flag(),
  openedAt: time(),
  parts: json(),
})

const NOTE: Note = {
  id: 'n_1',
  body: `a "quoted" \\ line\n'; DROP TABLE described_notes`,
  digest: Buffer.from([0, 39, 92, 255]),
  readCount: Number.MAX_SAFE_INTEGER,
  isOpen: true,
  openedAt: 1_795_390_844_016_001,
  parts: { names: ['ä', '𝄞'], none: null },
}

/** A table that is gone with its connection. */
async function withNotes(work: (session: SqlSession) => Promise<void>) {
  const database = await app.container.make(Database)
  await database.withSession(async (session) => {
    await session.write(`CREATE TEMPORARY TABLE described_notes (
      note_id VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY, body TEXT NULL,
      digest VARBINARY(8), read_count BIGINT UNSIGNED, is_open BOOLEAN, opened_at DATETIME(6) NULL,
      parts MEDIUMTEXT NULL, secret TEXT NULL
    ) DEFAULT CHARSET=utf8mb4`)
    try {
      await work(session)
    } finally {
      await session.write('DROP TEMPORARY TABLE described_notes')
    }
  })
}

test.group('A described table', () => {
  test('an entity comes back as it was written: every kind of column, to the microsecond', async ({
    assert,
  }) => {
    await withNotes(async (session) => {
      const empty = { ...NOTE, id: 'n_2', body: null, openedAt: null, isOpen: false, parts: null }
      await NOTES.insert(session, NOTE)
      await NOTES.insert(session, empty)
      assert.deepEqual(await NOTES.all(session, 'ORDER BY note_id'), [NOTE, empty])
      const rows = await session.read('SELECT note_id FROM described_notes WHERE parts IS NULL')
      assert.deepEqual(rows, [{ note_id: 'n_2' }])
    })
  })

  test('what has no column is not written, and what is not described is not read', async ({
    assert,
  }) => {
    await withNotes(async (session) => {
      await NOTES.insert(session, { ...NOTE, secret: 'more than the entity says' } as Note)
      await session.write(`UPDATE described_notes SET secret = 'unasked' WHERE secret IS NULL`)
      const found = await NOTES.first(session, 'WHERE note_id = ?', ['n_1'])
      assert.deepEqual(found, NOTE)
    })
  })

  test('a conditional change reaches the rows of its condition alone and says how many', async ({
    assert,
  }) => {
    await withNotes(async (session) => {
      for (const id of ['n_1', 'n_2']) await NOTES.insert(session, { ...NOTE, id })
      const changes = { isOpen: false, openedAt: null, parts: ['x'] }
      const close = () =>
        NOTES.update(session, changes, 'WHERE note_id = ? AND is_open = TRUE', ['n_2'])
      assert.deepEqual([await close(), await close()], [1, 0])
      const [first, second] = await NOTES.all(session, 'ORDER BY note_id')
      assert.deepEqual([first, second], [NOTE, { ...NOTE, ...changes, id: 'n_2' }])
      assert.isNull(await NOTES.first(session, 'WHERE note_id = ?', ['n_3']))
    })
  })
})

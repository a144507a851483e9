import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Database, type SqlSession } from '#app/storage/database'
import { isBrokenTrigger } from '#app/storage/database_errors'
import type { AnyData } from '#tests/support/client'

const TABLE = 'watched_rows'
const SESSIONS = 12
/** How often sessions are killed at most, until one of them was just opening the table. */
const TURNS = 1000
const ROUNDS = 200
const WRITE = `INSERT INTO ${TABLE} (text) VALUES ('a row')`
/** It keeps its copy of the table for a while, so that the next session gets another one. */
const SLOW_WRITE = `INSERT INTO ${TABLE} (text) SELECT SLEEP(0.05)`

test.group('host | broken triggers', (group) => {
  group.each.setup(async () => {
    const database = await app.container.make(Database)
    await database.write(`CREATE TABLE ${TABLE} (id BIGINT AUTO_INCREMENT PRIMARY KEY, text TEXT)`)
    for (const event of ['UPDATE', 'DELETE']) {
      await database.write(`CREATE TRIGGER ${TABLE}_${event} BEFORE ${event} ON ${TABLE}
        FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'append only'`)
    }
    return async () => {
      await database.write(`DROP TABLE ${TABLE}`)
    }
  })

  test('sessions that are killed while they open a table stop nobody else', async ({ assert }) => {
    const database = await app.container.make(Database)
    const [{ version }] = (await database.read('SELECT VERSION() AS version')) as [AnyData]
    // MySQL has no such fault: it keeps the text of triggers apart from the copies of a table.
    if (!/mariadb/i.test(version)) return
    assert.isTrue(await breakTriggers(database), 'no kill met the opening of the table')

    const before = database.restarts
    // On a busy machine the sessions of a round may share the copies that are whole.
    for (let round = 0; round < ROUNDS && database.restarts === before; round++) {
      await together((session) => session.write(SLOW_WRITE), database)
    }
    assert.isAbove(database.restarts, before, 'nobody met the broken copy')
    assert.isFalse(await isBroken(database))
    // The table has its triggers again.
    await assert.rejects(() => database.write(`UPDATE ${TABLE} SET text = ''`), /append only/)
  })
})

/** A transaction in each of the sessions, all at the same time. */
function together<Result>(work: (session: SqlSession) => Promise<Result>, database: Database) {
  return Promise.all(Array.from({ length: SESSIONS }, () => database.transaction(work)))
}

/** Has sessions killed while they open the table, until one leaves a copy with broken triggers. */
async function breakTriggers(database: Database): Promise<boolean> {
  return database.withSession(async (killer) => {
    for (let turn = 0; turn < TURNS; turn++) {
      // Every session has to open the table for itself.
      await killer.write(`FLUSH LOCAL TABLES ${TABLE}`)
      await together(async (session) => {
        const [row] = await session.read<{ id: string }>('SELECT CONNECTION_ID() AS id')
        const writing = session.write(WRITE).catch(() => {})
        await killer.write(`KILL QUERY ${row!.id}`)
        await writing
        // A kill that came too late ends the statement after it.
        await session.read('SELECT 1').catch(() => {})
      }, database)
      if (await isBroken(database)) return true
    }
    return false
  })
}

/** The failures are caught inside of the transactions, so that nothing is mended. */
async function isBroken(database: Database): Promise<boolean> {
  const found = await together(async (session) => {
    const failure = await session.write(SLOW_WRITE).catch((error: unknown) => error)
    return isBrokenTrigger(failure)
  }, database)
  return found.includes(true)
}

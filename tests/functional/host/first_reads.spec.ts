import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Database, type SqlReader } from '#app/storage/database'

interface Asked {
  id: number
  /** What the client has sent on this connection. */
  asked: string
}

async function lookAt(reader: SqlReader) {
  const [row] = await reader.read<Asked>(
    `SELECT CONNECTION_ID() AS id, VARIABLE_VALUE AS asked
       FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'QUESTIONS'`
  )
  return { id: row!.id, asked: Number(row!.asked) }
}

test.group('host | first reads', () => {
  test('the first read of a transaction brings what begins it', async ({ assert }) => {
    const database = await app.container.make(Database)
    const before = new Map<number, number>()
    const turns: number[] = []
    let joins = false
    while (turns.length < 10) {
      await database.transaction(async (session) => {
        joins = session.joins
        const { id, asked } = await lookAt(session)
        const last = before.get(id)
        if (last !== undefined) turns.push(asked - last)
        before.set(id, asked)
      })
    }
    // COMMIT of the one before on the same connection, and the read; others may use it in between.
    assert.equal(Math.min(...turns), joins ? 2 : 3)
  })
})

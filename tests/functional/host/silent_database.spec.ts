import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { Database as Lucid } from '@adonisjs/lucid/database'
import { LIMITS } from '#app/limits'
import { Database } from '#app/storage/database'
import { CommitUnknownError } from '#app/storage/database_errors'
import { endSilentConnections } from '#app/storage/silent_connections'

const SILENT_MS = 400

/** A way to the database that can fall silent, as a network does: nothing comes, and nothing is closed. */
class Way {
  readonly #open = new Set<Socket>()
  #isSilent = false

  /** @returns a database that is reached by it */
  async to(lucid: Lucid): Promise<Database> {
    const { config } = lucid.manager.get(lucid.primaryConnectionName)!
    if (config.client !== 'mysql2') throw new Error(`expected MySQL, not ${config.client}`)
    const connection = config.connection as { host: string; port: number }
    const server = createServer((near) => this.#join(near, connect(connection)))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const name = `silent-${randomUUID()}`
    lucid.manager.add(name, { ...config, connection: { ...connection, host: '127.0.0.1', port } })
    lucid.manager.connect(name)
    this.close = async () => {
      await lucid.manager.close(name, true)
      for (const socket of this.#open) socket.destroy()
      server.close()
    }
    return new Database(lucid, name)
  }

  close = async () => {}

  #join(near: Socket, far: Socket) {
    let isCut = false
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#open.add(from)
      from.on('data', (bytes) => {
        isCut ||= this.#isSilent
        if (!isCut) to.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => isCut || to.destroy())
    }
  }

  /** From now on nothing passes over the connections that are used meanwhile. */
  async silentDuring<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isSilent = true
    try {
      return await work()
    } finally {
      this.#isSilent = false
    }
  }
}

test.group('host | a database that says nothing', (group) => {
  let way: Way
  let database: Database

  group.each.setup(async () => {
    endSilentConnections(SILENT_MS)
    way = new Way()
    database = await way.to(await app.container.make('lucid.db'))
    return async () => {
      endSilentConnections(LIMITS.databaseSilenceMs)
      await way.close()
    }
  })

  test('a statement without an answer ends as if its connection had been lost', async ({
    assert,
  }) => {
    await database.read('SELECT 1')
    await assert.rejects(
      () => way.silentDuring(() => database.read('SELECT 2')),
      'The database has said nothing for 1 s'
    )
    assert.deepEqual(await database.read('SELECT 3 AS n'), [{ n: 3 }])
  })

  test('a transaction without an answer begins anew on another connection', async ({ assert }) => {
    const seen: number[] = []
    const done = await database.transaction(async (session) => {
      const [row] = await session.read<{ id: number }>('SELECT CONNECTION_ID() AS id')
      seen.push(row!.id)
      const look = () => session.read('SELECT 2 AS n')
      return seen.length === 1 ? way.silentDuring(look) : look()
    })
    assert.deepEqual(done, [{ n: 2 }])
    assert.lengthOf(seen, 2)
    assert.notEqual(seen[0], seen[1])
  })

  test('a COMMIT without an answer is told as one of which nobody knows', async ({ assert }) => {
    const asked = database.transaction(async (session) => {
      await session.read('SELECT 1')
      const commit = session.commit.bind(session)
      session.commit = () => way.silentDuring(commit)
    })
    await assert.rejects(() => asked, CommitUnknownError)
  })

  test('a connection that goes on being answered stays', async ({ assert }) => {
    const seen = await database.withSession(async (session) => {
      const ids = new Set<number>()
      for (const until = performance.now() + 2 * SILENT_MS; performance.now() < until;) {
        const slow = 'SELECT CONNECTION_ID() AS id, SLEEP(0.05)'
        const [row] = await session.read<{ id: number }>(slow)
        ids.add(row!.id)
      }
      return ids
    })
    assert.equal(seen.size, 1)
  })

  test('the server gives up a transaction in which nothing happens', async ({ assert }) => {
    const [server] = await database.read<{ version: string }>('SELECT VERSION() AS version')
    // MySQL has no such setting.
    if (!/mariadb/i.test(server!.version)) return
    const [row] = await database.read<{ seconds: number }>(
      'SELECT @@idle_transaction_timeout AS seconds'
    )
    assert.equal(row!.seconds, LIMITS.databaseSilenceMs / 1000)
  })
})

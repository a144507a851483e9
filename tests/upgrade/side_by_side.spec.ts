import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Client, TestRealm, accepted, pluck, until } from '#tests/support/client'
import { ProjectCopy } from '#tests/support/project_copy'
import { TRANSFER_OBJECTS, TransferTraffic, operationsByPath } from '#tests/faults/support/traffic'

/** The tag or the commit of the release before, which a release replaces by its own tag. */
const RELEASE_BEFORE = 'tests/upgrade/release_before.txt'
const SENDERS = 2
/** Transfers that each release has to acknowledge at each step. */
const ENOUGH = 60
const STEP_MS = 120_000

let before: ProjectCopy
let after: ProjectCopy

/** What the upgrade notes of this release have run when no process of the release before is left. */
async function statementsOfNotes(): Promise<string[]> {
  const changelog = await readFile(app.makePath('CHANGELOG.md'), 'utf8')
  const [, notes = ''] = /^## .*?^### Upgrading\n(.*?)^##/ms.exec(changelog) ?? []
  return [...notes.matchAll(/^```sql\n(.*?);?\n```/gms)].map(([, statement]) => statement!)
}

/** Transfers and deposits, sent to one release. A deposit needs a worker, of whichever release. */
class Caller {
  readonly transfers: TransferTraffic
  readonly deposits: string[] = []
  readonly refused: string[] = []
  #isOver = false
  #flowing: Promise<unknown> = Promise.resolve()

  constructor(
    readonly realm: TestRealm,
    readonly label: string
  ) {
    this.transfers = new TransferTraffic(realm, label)
  }

  begin() {
    this.#flowing = Promise.all([
      this.transfers.until(() => this.#isOver, SENDERS),
      this.#deposit(),
    ])
  }

  async #deposit() {
    while (!this.#isOver) {
      const reply = await this.realm.deposit(TRANSFER_OBJECTS[0]!, '1.00')
      if (reply.status < 300) {
        const { id } = accepted(reply).operation
        this.deposits.push(id)
        await this.realm.completed(id)
      } else {
        this.refused.push(JSON.stringify(reply.body))
      }
    }
  }

  async more() {
    const enough = this.transfers.acknowledged.size + ENOUGH
    const has = () => this.transfers.acknowledged.size >= enough
    await until(`transfers through ${this.label}`, has, STEP_MS)
  }

  async end() {
    this.#isOver = true
    await this.#flowing
  }
}

test.group('upgrade | the release before and this one on one database', (group) => {
  group.setup(async () => {
    const reference = (await readFile(app.makePath(RELEASE_BEFORE), 'utf8')).trim()
    before = await ProjectCopy.ofRelease(reference)
    after = await before.beside()
    return async () => {
      await after.stop()
      await before.remove()
      await after.remove()
    }
  })

  test('both serve during the migrations; nothing is lost or done twice', async ({ assert }) => {
    const tables = await before.ace('migration:run', '--force', '--disable-locks')
    assert.equal(tables.code, 0, tables.output)
    await before.start()
    const client = await Client.signIn('ann@upgrade.example', before.url)
    const realm = await client.realm()
    for (const path of TRANSFER_OBJECTS) await realm.account(path, '100000')
    const old = new Caller(realm, 'before')
    old.begin()
    await old.more()

    const migrated = await after.ace('migration:run', '--force', '--disable-locks')
    assert.equal(migrated.code, 0, migrated.output)
    await old.more()
    const metadata = JSON.stringify({ venue: 'venue-sim' })
    await realm.object('/perps', { type: 'exchange', metadata })
    const funded = await realm.transfer(TRANSFER_OBJECTS[0]!, '/perps', '5.00')
    await realm.completed(funded.id)

    await after.start()
    const sameClient = Client.withToken(client.token!, after.url)
    const young = new Caller(new TestRealm(sameClient, realm.id), 'after')
    young.begin()
    await Promise.all([old.more(), young.more()])

    await old.end()
    await before.stop()
    for (const statement of await statementsOfNotes()) await after.sql(statement)
    const marked = await after.sql<{ own: number }>(
      "SELECT keeps_own_books AS own FROM objects WHERE path = '/perps'"
    )
    assert.deepEqual(pluck(marked, 'own').map(Number), [1])
    await young.more()
    await young.end()

    for (const caller of [old, young]) {
      assert.isEmpty(caller.refused)
      assert.isEmpty([...caller.transfers.unanswered.keys()], `refused by ${caller.label}`)
      assert.isAbove(caller.deposits.length, 0)
    }
    // Those that were announced together, and of which a worker of before has finished one.
    await until(
      'nothing to be owed to the listeners of events',
      async () => {
        const owed = "SELECT id FROM outbox WHERE queue = 'event-dispatch'"
        return (await after.sql(owed)).length === 0
      },
      STEP_MS
    )
    const stored = await operationsByPath(young.realm, 'transfer')
    for (const { transfers } of [old, young]) {
      for (const [path, id] of transfers.acknowledged) {
        assert.deepEqual(pluck(stored.get(path) ?? [], 'id'), [id], path)
      }
    }
    const books = await after.ace('ledger:check')
    assert.equal(books.code, 0, books.output)
  })
})

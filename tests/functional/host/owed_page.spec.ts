import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { newId, newUuid } from '#app/ids/ids'
import { Outbox } from '#app/queue/outbox'
import { Database } from '#app/storage/database'
import { newEmail } from '#tests/functional/auth/support/people'
import { Browser } from '#tests/functional/auth/support/browser'
import { TestRealm, pluck, until } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'

const PAGE = '/queues/owed'

/** Stores a job that has failed and is not tried again within an hour. */
async function failing(queue: string, payload: Record<string, string>, error: string) {
  const job = { id: newId('job'), queue, payload }
  const database = await app.container.make(Database)
  await database.transaction((session) => Outbox.store(session, [job]))
  await writeRows`UPDATE outbox
      SET due_at = UTC_TIMESTAMP(6) + INTERVAL 1 HOUR, last_error = ${error},
        failing_since = UTC_TIMESTAMP(6) WHERE id = ${job.id}`
  return job.id
}

const isOwed = async (id: string) =>
  (await readRows`SELECT 1 FROM outbox WHERE id = ${id}`).length > 0

interface Refused {
  name: string
  fields?: Record<string, string>
  queue?: string
  status: number
}

/** Forms that change nothing, for a job that may be discarded unless the queue says otherwise. */
const REFUSED: Refused[] = [
  { name: 'of another session', fields: { formToken: 'x' }, status: 403 },
  { name: 'without its token', fields: { formToken: '' }, status: 403 },
  { name: 'of an unknown action', fields: { action: 'delete' }, status: 400 },
  { name: 'without a reason', fields: { reason: ' ' }, status: 400 },
  { name: 'with too long a reason', fields: { reason: 'x'.repeat(301) }, status: 400 },
  { name: 'for a job that may not be lost', queue: 'settlement', status: 409 },
]

/** An operator at a browser without scripts. */
class Desk {
  readonly email = newEmail()
  readonly browser = new Browser()

  static async open(): Promise<Desk> {
    const desk = new Desk()
    await desk.browser.signIn(`/auth/sign-in?returnTo=${PAGE}`, desk.email)
    return desk
  }

  async read(query = ''): Promise<string> {
    return (await this.browser.open(`${PAGE}${query}`)).text()
  }

  async token(): Promise<string> {
    return /name="formToken" value="([^"]+)"/.exec(await this.read())![1]!
  }

  async act(what: string, fields: Record<string, string>): Promise<Response> {
    return this.browser.submit(`${PAGE}/${what}`, { formToken: await this.token(), ...fields })
  }
}

test.group('host | page of owed jobs', (group) => {
  let realm: TestRealm
  let operationId: string

  group.setup(async () => {
    realm = await TestRealm.open({ name: 'Corner <b>Shop</b>' })
    await realm.account('/a', '5')
    await realm.object('/b')
    operationId = (await realm.transfer('/a', '/b', '2.5')).id
  })

  test('a failing job tells what it is about, why and when it tries again', async ({ assert }) => {
    const desk = await Desk.open()
    const error = `the rail <script>alert(1)</script> is away`
    const id = await failing('settlement', { operationIds: operationId }, error)
    const html = await desk.read('?only=failing')
    assert.include(html, id)
    assert.include(html, `/console/realms/${realm.id}/operations/${operationId}`)
    assert.match(html, /transfer of 2\.50? USD at \/op\/test\/.* in the realm .*Corner/)
    assert.notMatch(html, /<b>|<script>/)
    assert.include(html, 'the rail &lt;script&gt;')
    assert.match(html, /in \d+ minutes/)
    assert.include(html, 'Look at the rail; never delete the job')
    assert.notMatch(html, new RegExp(`jobs/${id}"[^]*value="discard"[^]*</article>`))
    await writeRows`DELETE FROM outbox WHERE id = ${id}`
  })

  test('a retried job runs, and the page tells what was done by whom', async ({ assert }) => {
    const desk = await Desk.open()
    const id = await failing('settlement', { operationIds: newId('op') }, 'away')
    const done = await desk.act(`jobs/${id}`, { action: 'retry', reason: '' })
    assert.equal(done.status, 303)
    const html = await (await desk.browser.open(done.headers.get('location')!)).text()
    assert.include(html, `Done: ${desk.email} asked for the next attempt of the job ${id}`)
    await until('the job to end', async () => !(await isOwed(id)))
  })

  test('a discarded job stays on the page with the reason for it', async ({ assert }) => {
    const desk = await Desk.open()
    const id = await failing('custody-pool', { realmId: realm.id }, 'no gas')
    const alone = await desk.read(`?job=${id}`)
    assert.deepEqual(alone.match(/<article id="job_/g), ['<article id="job_'])
    assert.include(alone, `href="/console/realms/${realm.id}"`)
    const reason = `test ${randomUUID()}`
    const done = await desk.act(`jobs/${id}`, { action: 'discard', reason })
    assert.equal(done.status, 303)
    assert.isFalse(await isOwed(id))
    const html = await desk.read()
    assert.include(html, reason)
    assert.include(html, 'It had failed with: no gas')
    assert.match(await desk.read(`?job=${id}`), new RegExp(`${id}</code> is not owed any more`))
  })

  test('a queue is paused and resumed', async ({ assert }) => {
    const desk = await Desk.open()
    const queue = 'queues/custody-boundary'
    const reason = `test ${randomUUID()}`
    assert.equal((await desk.act(queue, { action: 'pause', reason })).status, 303)
    assert.include(await desk.read(), reason)
    const again = await desk.act(queue, { action: 'pause', reason })
    assert.equal(again.status, 409)
    assert.include(await again.text(), 'is paused already')
    assert.equal((await desk.act(queue, { action: 'resume', reason: '' })).status, 303)
    assert.equal((await desk.act(queue, { action: 'resume', reason: '' })).status, 409)
  })

  test('a refused form changes nothing and says why: {name}')
    .with(REFUSED)
    .run(async ({ assert, cleanup }, { fields, queue = 'custody-pool', status }) => {
      const desk = await Desk.open()
      const id = await failing(queue, { realmId: newUuid() }, 'away')
      cleanup(async () => {
        await writeRows`DELETE FROM outbox WHERE id = ${id}`
      })
      const asked = { action: 'discard', reason: 'not needed', ...fields }
      const reply = await desk.act(`jobs/${id}`, asked)
      assert.equal(reply.status, status)
      assert.include(reply.headers.get('content-type')!, 'text/html')
      assert.isTrue(await isOwed(id))
    })

  test('the form of one operator is refused from another', async ({ assert, cleanup }) => {
    const [ann, ben] = [await Desk.open(), await Desk.open()]
    const id = await failing('settlement', { operationIds: newId('op') }, 'away')
    cleanup(async () => {
      await writeRows`DELETE FROM outbox WHERE id = ${id}`
    })
    const formToken = await ann.token()
    const reply = await ben.act(`jobs/${id}`, { formToken, action: 'retry', reason: '' })
    assert.equal(reply.status, 403)
  })

  test('a stranger sees nothing and changes nothing', async ({ assert }) => {
    const stranger = new Browser()
    assert.equal((await stranger.open(PAGE)).status, 303)
    const fields = { action: 'pause', formToken: await (await Desk.open()).token() }
    const reply = await stranger.submit(`${PAGE}/queues/settlement`, fields)
    assert.equal(reply.status, 401)
    const paused = await readRows`SELECT 1 FROM paused_queues WHERE queue = ${'settlement'}`
    assert.isEmpty(paused)
  })

  test('the commands do what the page does', async ({ assert, cleanup }) => {
    const ace = await app.container.make('ace')
    ace.ui.switchMode('raw')
    cleanup(() => ace.ui.switchMode('normal'))
    const said = async (name: string, ...args: string[]) => {
      ace.ui.logger.flushLogs()
      const { exitCode } = await ace.exec(`queue:${name}`, args)
      const lines = pluck(ace.ui.logger.getLogs(), 'message').join('\n')
      return { exitCode, lines }
    }
    const id = await failing('custody-pool', { realmId: newUuid() }, 'no gas')
    const listed = await said('owed', '--failing', '--queue=custody-pool')
    assert.include(listed.lines, `${id} custody-pool: 1 attempts, the next in`)
    assert.include(listed.lines, 'no gas')
    assert.match(listed.lines, /custody-pool: \d+ owed, \d+ failing/)

    const without = await said('discard', id)
    assert.equal(without.exitCode, 1)
    assert.include(without.lines, 'needs a reason')
    const long = await said('discard', id, `--reason=${'x'.repeat(301)}`)
    assert.equal(long.exitCode, 1)
    const discarded = await said('discard', id, '--reason=its realm is gone')
    assert.match(discarded.lines, new RegExp(`shell:\\S+ discarded the job ${id} of custody-pool`))
    assert.equal(discarded.exitCode, 0)
    assert.isFalse(await isOwed(id))
    const gone = await said('retry', id)
    assert.equal(gone.exitCode, 1)
    assert.include(gone.lines, 'is not owed any more')

    const paused = await said('pause', 'auth-audit-purge')
    assert.equal(paused.exitCode, 0)
    const purge = (await said('owed')).lines
    assert.include(purge, 'auth-audit-purge: 0 owed, 0 failing, paused by shell:')
    assert.equal((await said('resume', 'auth-audit-purge')).exitCode, 0)
    assert.equal((await said('resume', 'auth-audit-purge')).exitCode, 1)
  })

  test('unqueued work stands beside the queues, linked by the dashboard', async ({ assert }) => {
    const desk = await Desk.open()
    const page = (await desk.read()).replaceAll(/\s+/g, ' ')
    assert.match(
      page,
      /watch-fan-out \(ledger\): \d+ realms whose changes wait, \d+ entries pushed/
    )
    assert.include(page, 'A quarter of a second from commit to push.')
    const dashboard = await (await desk.browser.open('/queues')).text()
    assert.include(dashboard, '/queues/owed#watch-fan-out')
  })

  test('many owed jobs are shown page by page, each once', async ({ assert, cleanup }) => {
    const desk = await Desk.open()
    const queue = `foreign-${randomUUID()}`
    cleanup(async () => {
      await writeRows`DELETE FROM outbox WHERE queue = ${queue}`
    })
    const stored: string[] = []
    for (let number = 0; number < 60; number++) stored.push(await failing(queue, {}, 'away'))
    const seen: string[] = []
    for (let next: string | undefined = `?queue=${queue}`; next !== undefined;) {
      const html = await desk.read(next)
      seen.push(...[...html.matchAll(/<article id="(job_\w+)"/g)].map(([, id]) => id!))
      next = /href="\/queues\/owed(\?[^"]*after=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    }
    assert.deepEqual(seen, stored.toSorted().toReversed())
  })
})

import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { QueueHost } from '#app/queue/queue_host'
import { signInOnTheWayTo } from '#tests/browser/support/people'
import { Chromium } from '#tests/support/browser'
import { TestRealm, until } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'
import { ScriptedRail, delivered } from '#tests/support/scripted_rail'

const REASON = 'The other bank is closed until noon'

interface Stuck {
  realm: TestRealm
  path: string
  id: string
}

/** A transfer whose rail refuses to begin it, and whose job is not tried again within an hour. */
async function stuckTransfer(rail: ScriptedRail): Promise<Stuck> {
  const realm = await TestRealm.with({ '/ada': '9', '/bob': '0' })
  rail.carryFor(realm.id)
  const path = `/op/rent/${randomUUID()}`
  rail.script(path, { start: new Error(REASON) })
  const { id } = (await realm.move('/ada', '/bob', '4', { path })).data.operation
  const payload = `%${id}%`
  await until('its job to fail', async () => {
    const sql = 'SELECT 1 FROM outbox WHERE payload LIKE ? AND failing_since IS NOT NULL'
    return (await readRows(sql, [payload])).length === 1
  })
  await writeRows`UPDATE outbox SET due_at = UTC_TIMESTAMP(6) + INTERVAL 1 HOUR
      WHERE payload LIKE ${payload}`
  const queue = (await app.container.make(QueueHost)).queue('settlement')
  await until('no worker to run it', async () => {
    return (await queue.getJobCountByTypes('waiting', 'active', 'delayed')) === 0
  })
  return { realm, path, id }
}

test.group('browser | owed jobs', (group) => {
  const chromium = Chromium.for(group)
  let rail: ScriptedRail

  group.setup(async () => {
    rail = await ScriptedRail.load('operators')
  })

  /** The rail works again, and the job is due. */
  const mend = async ({ realm, path, id }: Stuck) => {
    rail.script(path, { start: { state: 'waiting' }, poll: delivered(id) })
    await writeRows`UPDATE outbox SET due_at = UTC_TIMESTAMP(6) WHERE payload LIKE ${`%${id}%`}`
    await realm.completed(id)
  }

  test('a failed job is found, understood and retried', async ({ assert }) => {
    const { realm, path, id } = await stuckTransfer(rail)
    const visit = await chromium.visit()
    const { page } = visit
    await signInOnTheWayTo(visit, '/queues')
    await page.locator('header button').last().press('Enter')
    await page.getByText('Owed jobs').press('Enter')
    await page.getByRole('link', { name: /^Failing/ }).press('Enter')
    await page.getByRole('heading', { name: 'Failing jobs' }).waitFor()

    const job = page.getByRole('article').filter({ hasText: path })
    await job.getByText(REASON).waitFor()
    await job.getByText('Look at the rail').waitFor()
    await job.getByText('minutes').waitFor()
    const about = job.getByRole('link', { name: `transfer of 4.00 USD at ${path}` })
    assert.equal(await about.getAttribute('href'), `/console/realms/${realm.id}/operations/${id}`)

    rail.script(path, { start: { state: 'waiting' }, poll: delivered(id) })
    await job.getByRole('button', { name: 'Retry now' }).press('Enter')
    await page.getByRole('status').getByText('asked for the next attempt').waitFor()
    await realm.completed(id)
    await page.goto('/queues/owed?only=failing')
    await page.getByText('asked for the next attempt').first().waitFor()
    assert.equal(await page.getByRole('article').filter({ hasText: path }).count(), 0)
    assert.deepEqual(visit.consoleErrors, [])
  })

  test('a job of the dashboard leads to what is owed', async () => {
    const { realm, path, id } = await stuckTransfer(rail)
    const visit = await chromium.visit()
    await signInOnTheWayTo(visit, '/queues/queue/ledger.settlement?status=failed')
    const [owed] = await readRows`SELECT id FROM outbox WHERE payload LIKE ${`%${id}%`}`
    const address = `/queues/owed?job=${owed!.id}`
    await visit.page.locator(`a[href="${address}"]`).first().waitFor()
    await visit.page.goto(address)
    await visit.page.getByRole('article').getByText(path).waitFor()
    await mend({ realm, path, id })
  })

  test('the page can be read by everybody, on a telephone and at a desk', async ({ assert }) => {
    const { realm, path, id } = await stuckTransfer(rail)
    const visit = await chromium.visit()
    await signInOnTheWayTo(visit, '/queues/owed')
    await visit.page.getByRole('heading', { name: 'Owed jobs', exact: true }).waitFor()
    assert.deepEqual(await visit.problemsInLooks('owed'), [])
    await mend({ realm, path, id })
  })
})

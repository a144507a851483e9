import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { VOCABULARY } from '#app/extension/vocabulary'
import { enter, goOn, unexpected, walkTo } from '#tests/browser/support/console'
import { made } from '#tests/functional/schedules/support/scheduling'
import { compared, csv, ended, upload } from '#tests/functional/reconciliation/support/comparing'
import { Receiver } from '#tests/functional/webhooks/support/receiver'
import { Chromium, WIDTHS, type Visit } from '#tests/support/browser'
import { Client, accepted, until, type TestRealm } from '#tests/support/client'
import { pauseQueues } from '#tests/support/held_queues'

const email = `${randomUUID()}@buttons.example`

let realm: TestRealm
let receiver: Receiver
let [objectId, scheduleId, webhookId] = ['', '', '']

async function furnish() {
  receiver = await Receiver.open()
  realm = await (await Client.signIn(email)).realm({ name: 'Realm of buttons' })
  objectId = (await realm.account('/users/ann/wallet', '100')).id
  scheduleId = (await made(realm, '/op/rent')).id
  webhookId = accepted(await realm.post('/webhooks', { url: receiver.url })).webhook.id
  return () => receiver.close()
}

const button = ({ page }: Visit, name: string) =>
  page.getByRole('button', { name, exact: true }).first()

/** Presses a button that keeps a file. */
async function saves(visit: Visit, name: string) {
  const kept = visit.page.waitForEvent('download')
  await button(visit, name).click()
  return (await kept).path()
}

/** Presses a button, and the one that stands there then, which takes it back. */
async function thereAndBack(visit: Visit, name: string, back: string) {
  await button(visit, name).click()
  await button(visit, back).click()
  await button(visit, name).waitFor()
}

/** Presses a button, and waits until the clipboard has this. */
async function copies(visit: Visit, name: string, text: RegExp) {
  await button(visit, name).click()
  await until(`the clipboard to have ${text}`, async () =>
    text.test(await visit.page.evaluate<string>('navigator.clipboard.readText()'))
  )
}

const reportOf = async () => (await compared(realm, { objectPath: '/users/ann/wallet' })).report.id

/** A reconciliation that is running, until it is cancelled. */
async function cancels(visit: Visit) {
  const release = await pauseQueues('reconciliation')
  try {
    const asked = { objectPath: '/users/ann/wallet' }
    const { id } = accepted(await upload(realm, asked)).reconciliation
    await goOn(visit, `/console/realms/${realm.id}/reconciliations/${id}`)
    await button(visit, 'Cancel').click()
    await until('the reconciliation to be cancelled', async () => {
      return (await ended(realm.client, id)).status === 'cancelled'
    })
    await visit.page.locator('main').getByText('cancelled', { exact: true }).waitFor()
  } finally {
    await release()
  }
}

async function comparesFile(visit: Visit) {
  const { page } = visit
  const buffer = Buffer.from(csv(['100.00']))
  await page.locator('#upload-file').setInputFiles({ name: 'bank.csv', mimeType: '', buffer })
  await page.locator('#upload-scope').fill('/users/ann/wallet')
  for (const name of ['date', 'amount']) {
    await page.locator(`#upload-${name}`).fill(name[0]!.toUpperCase() + name.slice(1))
  }
  await button(visit, 'Compare with the books').click()
  await page.getByRole('heading', { name: 'Report' }).waitFor()
}

/** The service is not reached once, and is again. */
async function triesAgain(visit: Visit) {
  const { page } = visit
  await page.route('**/api/v1/objects/browse?*', (route) => route.abort(), { times: 1 })
  await page.getByRole('link', { name: 'Objects', exact: true }).click()
  await page.getByRole('heading', { name: 'This did not work' }).waitFor()
  await button(visit, 'Try again').click()
  await page.getByRole('heading', { name: 'Objects', exact: true }).waitFor()
}

/** The foot of the page, and a form, give what they asked as it is asked elsewhere. */
async function copiesCalls(visit: Visit) {
  const { page } = visit
  await page.locator('#calls summary').click()
  await copies(visit, 'Copy as curl', /^curl -s 'http[^]*\/api\/v1\//)
  await copies(visit, 'Copy as TypeScript', /client\.request\('GET', '\/api\/v1\//)
  await page.locator('#calls summary').click()
  await button(visit, 'New object').click()
  await copies(visit, 'Copy the curl command', /^curl -s -X POST/)
  await page.getByRole('dialog').getByText('TypeScript', { exact: true }).click()
  await copies(visit, 'Copy the TypeScript', /client\.objects\.create\(/)
  await button(visit, 'Close').click()
}

async function filters(visit: Visit) {
  const types = visit.page.getByLabel('Type')
  for (const type of VOCABULARY.operationTypes) {
    await types.locator(`option[value="${type}"]`).waitFor({ state: 'attached' })
  }
  await types.selectOption('deposit')
  await visit.page.waitForURL(/\/operations\?type=deposit$/)
  await visit.page.locator('main:not([aria-busy]) h1').waitFor()
}

async function searches(visit: Visit) {
  const { page } = visit
  await page.locator('main').press('/')
  await page.locator('#search:focus').fill('/users/ann')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Search', exact: true }).waitFor()
  await page.getByRole('link', { name: '/users/ann/wallet' }).first().waitFor()
}

interface Button {
  does: string
  /** Below the realm. What is needed beforehand is made here. */
  at: () => string | Promise<string>
  /** Presses, and waits for what comes of it. */
  press: (visit: Visit) => Promise<unknown>
}

/** What acts at once, without a form. */
const BUTTONS: Button[] = [
  {
    does: 'a list is kept as a file',
    at: () => '/operations',
    press: (visit) => saves(visit, 'Export as CSV'),
  },
  { does: 'a list is filtered', at: () => '/operations', press: filters },
  { does: 'a path is searched for', at: () => '', press: searches },
  { does: 'a call is copied', at: () => '/objects', press: copiesCalls },
  { does: 'a page that did not come is asked for again', at: () => '', press: triesAgain },
  {
    does: 'a recovery kit is kept as a file',
    at: () => '/custody',
    press: (visit) => saves(visit, 'Save the kit'),
  },
  {
    does: 'a proof is shown, or why there is none',
    at: () => `/objects/${objectId}`,
    press: async (visit) => {
      await button(visit, 'Show the newest proof').click()
      await visit.page.getByRole('region', { name: 'Proof of liabilities' }).locator('p').waitFor()
    },
  },
  {
    does: 'a statement is kept as a file',
    at: () => `/objects/${objectId}`,
    press: async (visit) => {
      await visit.page.getByLabel('Until (UTC)').fill(new Date().toISOString().slice(0, 10))
      const file = await saves(visit, 'Save the statement')
      if (!/\n.*100\.00/.test(await readFile(file, 'utf8')))
        throw new Error(`${file} tells no 100.00`)
    },
  },
  {
    does: 'a webhook is tried out',
    at: () => `/webhooks/${webhookId}`,
    press: async (visit) => {
      const before = receiver.received.length
      await button(visit, 'Send a test').click()
      await receiver.gets(before + 1)
      await button(visit, 'Send again').click()
      await receiver.gets(before + 2)
    },
  },
  {
    does: 'a webhook is paused and resumed',
    at: () => `/webhooks/${webhookId}`,
    press: (visit) => thereAndBack(visit, 'Pause', 'Resume'),
  },
  {
    does: 'a schedule is paused and resumed',
    at: () => `/schedules/${scheduleId}`,
    press: (visit) => thereAndBack(visit, 'Pause', 'Resume'),
  },
  { does: 'a file is compared', at: () => '/reconciliations', press: comparesFile },
  { does: 'a reconciliation is cancelled', at: () => '/reconciliations', press: cancels },
  {
    does: 'a report is kept as a file',
    at: async () => `/reconciliations/${await reportOf()}`,
    press: (visit) => saves(visit, 'Save as CSV'),
  },
]

test.group('browser | buttons of the console that are no forms', (group) => {
  const chromium = Chromium.for(group)
  group.setup(furnish)

  test('each does what it says on a telephone and at a desk, light and dark', async ({
    assert,
  }) => {
    const visit = await chromium.visit()
    await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await enter(visit, '/console', email)
    for (const { does, at, press } of BUTTONS) {
      for (const width of WIDTHS) {
        await visit.resize(width)
        await goOn(visit, `/console/realms/${realm.id}${await at()}`)
        await press(visit)
        await visit.page.locator('main:not([aria-busy]) h1').waitFor()
        assert.deepEqual(await visit.problemsInLooks(does, { within: 'main', width }), [])
      }
    }
    const known = /\/liability-proof|ERR_FAILED.*\/objects\/browse/
    assert.deepEqual(
      unexpected(visit).filter((text) => !known.test(text)),
      []
    )
  })

  test('an organization is made at {$self} pixels, light and dark, and an empty realm is filled')
    .with([...WIDTHS])
    .run(async ({ assert }, width) => {
      const newcomer = `${randomUUID()}@buttons.example`
      const visit = await chromium.visit({ width })
      const { page } = visit
      const isReadable = async (name: string) => {
        assert.deepEqual(await visit.accessibilityProblems(), [])
        assert.deepEqual(await visit.problemsInLooks(name, { width }), [])
      }
      await page.goto('/console')
      await visit.fillWithKeyboard(newcomer, 'New Person')
      await page.getByLabel('Name of your organization').fill('New & <b>Sons</b>')
      await isReadable('console_new_organization')
      await button(visit, 'Create the organization').click()
      await page.getByRole('heading', { name: 'Realms', level: 1 }).waitFor()
      const empty = await (await Client.signIn(newcomer)).realm({ name: 'Empty realm' })
      await walkTo(visit, `/console/realms/${empty.id}`)
      await isReadable('console_empty_realm')
      await button(visit, 'Fill it with sample data').click()
      await page.getByRole('region', { name: 'Newest operations' }).getByText('hold').waitFor()
      assert.lengthOf(accepted(await empty.get('/holds')).holds, 1)
      assert.lengthOf(accepted(await empty.get('/payment-links')).paymentLinks, 1)
      const paths = accepted(await empty.get('/objects')).objects.map(pathOf)
      assert.includeMembers(paths, ['/users/ada/wallet', '/vault/savings', '/users/ada/trading'])
      await isReadable('console_filled_realm')
      await button(visit, 'Sign out').click()
      await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
      assert.deepEqual(unexpected(visit), [])
    })
})

const pathOf = ({ path }: { path: string }) => path

import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { enter, unexpected, walkTo } from '#tests/browser/support/console'
import { made } from '#tests/functional/schedules/support/scheduling'
import { Receiver } from '#tests/functional/webhooks/support/receiver'
import { Chromium, WIDTHS, type Visit } from '#tests/support/browser'
import { Client, accepted, until, type TestRealm } from '#tests/support/client'

const LOOKS = WIDTHS.flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme }))
)

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
  await (await kept).path()
}

/** Presses a button, and the one that stands there then, which takes it back. */
async function thereAndBack(visit: Visit, name: string, back: string) {
  await button(visit, name).click()
  await button(visit, back).click()
  await button(visit, name).waitFor()
}

/** What acts at once, without a form: on which page, and what comes of it, as often as it is pressed. */
const BUTTONS: { does: string; at: () => string; press: (visit: Visit) => Promise<unknown> }[] = [
  {
    does: 'a list is kept as a file',
    at: () => '/operations',
    press: (visit) => saves(visit, 'Export as CSV'),
  },
  {
    does: 'a recovery kit is kept as a file',
    at: () => '/custody',
    press: (visit) => saves(visit, 'Save'),
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
]

test.group('browser | buttons of the console that are no forms', (group) => {
  const chromium = Chromium.for(group)
  group.setup(furnish)

  test('each does what it says on a telephone and at a desk, light and dark', async ({
    assert,
  }) => {
    const visit = await chromium.visit()
    await enter(visit, '/console', email)
    for (const { does, at, press } of BUTTONS) {
      await walkTo(visit, `/console/realms/${realm.id}${at()}`)
      for (const [turn, { width, scheme }] of LOOKS.entries()) {
        await visit.resize(width)
        await visit.prefer(scheme)
        const told = `${does}, ${width} pixels, ${scheme}`
        await press(visit)
        const look = turn > 0 ? 'another' : undefined
        assert.deepEqual(await visit.accessibilityProblems('main', look), [], told)
        assert.equal(await visit.sidewaysScroll(), 0, `expected no scroll sideways: ${told}`)
      }
    }
    const refused = unexpected(visit).filter((text) => !text.includes('/liability-proof'))
    assert.deepEqual(refused, [])
  })

  test('an empty realm is filled on a dark telephone, and whoever has seen it signs out there', async ({
    assert,
  }) => {
    const empty = await realm.client.realm({ name: 'Empty realm' })
    const visit = await chromium.visit({ width: 390, colorScheme: 'dark' })
    await enter(visit, `/console/realms/${empty.id}`, email)
    assert.deepEqual(await visit.accessibilityProblems(), [])
    await button(visit, 'Fill it with sample data').click()
    await until('the sample data', async () => {
      const { holds } = accepted(await empty.get('/holds'))
      return holds.length === 1
    })
    await visit.page.getByRole('region', { name: 'Newest operations' }).waitFor()
    assert.deepEqual(await visit.accessibilityProblems(), [])
    await button(visit, 'Sign out').click()
    await visit.page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    assert.deepEqual(unexpected(visit), [])
  })
})

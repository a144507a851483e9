import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { enter, unexpected, walkTo } from '#tests/browser/support/console'
import { LISTS, listedRealm } from '#tests/browser/support/console_lists'
import { Chromium, type Visit } from '#tests/support/browser'
import { Client, accepted, atOnce, until, type TestRealm } from '#tests/support/client'

const email = `${randomUUID()}@reading.example`
const MANY = 36

/**
 * Tallest row in CSS pixels: a line at a desk, a card of three lines on a telephone, where the header
 * stands above what it leads to and not beside it.
 */
const ROWS = [
  { width: 1280, tallest: 60, list: 2600, header: Infinity },
  { width: 390, tallest: 120, list: 4400, header: 190 },
] as const

/** What drawing the first view takes of a processor. */
const FIRST_VIEW_PLAIN_PAGES = 3
const SCRIPT_BYTES = 60_000
const REQUESTS = 40
const STEPS = 2
const LOADS = 5

let realm: TestRealm
let base: string

/** Somebody has paid often, and an amount is on hold. */
async function furnish() {
  realm = await (await Client.signIn(email)).realm({ name: 'Reading realm' })
  base = `/console/realms/${realm.id}`
  await realm.account('/users/ann/wallet', '1000.00')
  await realm.object('/users/bob/wallet')
  await atOnce(MANY, () => realm.transfer('/users/ann/wallet', '/users/bob/wallet', '1.234567'))
  const sides = { sourceObjectPath: '/users/ann/wallet', targetObjectPath: '/users/bob/wallet' }
  const { operation } = accepted(
    await realm.post('/holds', { path: '/op/room/7', amount: '40', ...sides })
  )
  const capture = { path: '/op/room/7/night', amount: '15' }
  accepted(await realm.post(`/holds/${operation.id}/capture`, capture))
}

interface Loaded {
  scriptBytes: number
  requests: number
  /** How many calls followed each other, the longest row of them. */
  steps: number
}

/** The part of a browser's resource timing that is looked at; times in milliseconds. */
interface Timing {
  name: string
  startTime: number
  responseEnd: number
  encodedBodySize: number
}

/** What the browser loaded until the page could be read. */
async function loaded({ page }: Visit): Promise<Loaded> {
  return page.evaluate(() => {
    const drawnMs = performance.getEntriesByName('console-drawn')[0]!.startTime
    const resources = performance.getEntriesByType('resource') as unknown as Timing[]
    const before = resources.filter(({ startTime }) => startTime < drawnMs)
    const scripts = before.filter(({ name }) => name.includes('/console/assets/'))
    const calls = before.filter(({ name }) => /\/api\/v1\/|\/auth\/access/.test(name))
    const stepOf = (call: Timing): number =>
      1 + Math.max(0, ...calls.filter((each) => each.responseEnd <= call.startTime).map(stepOf))
    return {
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      requests: before.length,
      steps: Math.max(...calls.map(stepOf)),
    }
  })
}

/**
 * How often a call waits for another one before it is sent. On a busy machine one may also have ended by
 * chance before another begins: what waits does so each time, so that the fewest of some loads count.
 */
async function stepsTo(visit: Visit, page: string): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY
  for (let load = 0; load < LOADS && fewest > STEPS; load++) {
    await walkTo(visit, page)
    fewest = Math.min(fewest, (await loaded(visit)).steps)
  }
  return fewest
}

test.group('browser | reading the console', (group) => {
  const chromium = Chromium.for(group)
  group.setup(furnish)

  test('the first view is small, at once there, and asks in two steps', async ({ assert }) => {
    const visit = await chromium.visit()
    await enter(visit, base, email)
    for (let turn = 0; turn < 3; turn++) {
      const took = await visit.plainPages(() => walkTo(visit, base))
      const { scriptBytes, requests } = await loaded(visit)
      assert.isAtMost(scriptBytes, SCRIPT_BYTES, 'bytes of scripts and styles, compressed')
      assert.isAtMost(requests, REQUESTS, 'requests')
      assert.isAtMost(took, FIRST_VIEW_PLAIN_PAGES, 'plain pages')
    }
    assert.isAtMost(await stepsTo(visit, base), STEPS, 'calls that wait for each other')
  })

  test('no page asks more than once for what it needs to ask further', async ({ assert }) => {
    const visit = await chromium.visit()
    await enter(visit, base, email)
    const { object } = accepted(await realm.find('/users/ann/wallet'))
    const [hold] = accepted(await realm.get('/operations', { type: 'hold' })).operations
    const rooms = ['objects', 'operations', 'pending', 'links', 'events', 'custody', 'webhooks']
    const added = ['settings', 'schedules', 'monitors', 'reconciliations']
    const one = [`objects/${object.id}`, `operations/${hold.id}`, 'search?q=/users']
    const ofRealm = [...rooms, ...added, ...one].map((room) => `${base}/${room}`)
    const service = ['members', 'keys', 'tokens', 'signing-keys', 'sessions', 'audit', 'approvals']
    for (const page of ['/console', ...service.map((room) => `/console/${room}`), ...ofRealm]) {
      const steps = await stepsTo(visit, page)
      assert.isAtMost(steps, STEPS, `calls that wait for each other on ${page}`)
    }
  })

  test('a row is a line at a desk and a card on a telephone', async ({ assert }) => {
    const visit = await chromium.visit()
    await enter(visit, `${base}/operations`, email)
    for (const { width, tallest, list, header } of ROWS) {
      await visit.resize(width)
      const top = await visit.page.locator('body > header').boundingBox()
      assert.isAtMost(top!.height, header, `the header at ${width} pixels`)
      const rows = await visit.page
        .locator('table.rows tbody tr')
        .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
      assert.isAtLeast(rows.length, MANY)
      assert.isAtMost(Math.max(...rows), tallest, `the tallest row at ${width} pixels`)
      const sum = rows.slice(0, MANY).reduce((height, row) => height + row, 0)
      assert.isAtMost(sum, list, `${MANY} operations at ${width} pixels`)
      await visit.picture(`console_operations_${width}`)
    }
  })

  test('one box finds paths, ids, names of operations and transactions', async ({ assert }) => {
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, base, email)
    const search = async (text: string) => {
      await page.locator('main').press('/')
      await page.locator('#search:focus').fill(text)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => !url.pathname.endsWith(realm.id))
      await page.locator('main:not([aria-busy]) h1').waitFor()
      return page.locator('main').innerText()
    }
    assert.include(await search('/users/b'), '/users/bob/wallet')
    await walkTo(visit, base)
    assert.match(await search('/op/room'), /hold[^]*capture|capture[^]*hold/)
    await walkTo(visit, base)
    const { object } = accepted(await realm.find('/users/ann/wallet'))
    await search(object.id)
    await page.getByRole('heading', { name: '/users/ann/wallet' }).waitFor()
    await walkTo(visit, base)
    const deposits = accepted(await realm.get('/operations', { type: 'deposit' })).operations
    const { evidence } = accepted(await realm.evidence(deposits[0].id))
    const { chainTransactions, proofs } = evidence.journal
    for (const named of [chainTransactions[0].txHash, proofs[0].externalRef]) {
      assert.match(await search(named), /What rests on[^]*\ndeposit/)
      await walkTo(visit, base)
    }
    assert.deepEqual(unexpected(visit), [])
  })

  test('a payment link is found by its reference, in the box and in the list', async ({
    assert,
  }) => {
    const link = { type: 'deposit', objectPath: '/users/bob/wallet', amount: '7' }
    for (const reference of ['INV-2026-17', 'INV-2026-18']) {
      accepted(await realm.post('/payment-links', { ...link, reference }))
    }
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, base, email)
    await page.locator('main').press('/')
    await page.locator('#search:focus').fill('INV-2026-17')
    await page.keyboard.press('Enter')
    const found = page.getByRole('region', { name: 'Payment links' })
    await found.getByText('INV-2026-17').waitFor()
    assert.notInclude(await found.innerText(), 'INV-2026-18')
    await walkTo(visit, `${base}/links`)
    await page.getByLabel('Reference').fill('INV-2026-18')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${base}/links?reference=INV-2026-18`)
    await page.locator('main:not([aria-busy]) h1').waitFor()
    assert.notInclude(await found.innerText(), 'INV-2026-17')
    assert.deepEqual(unexpected(visit), [])
  })

  test('a list is filtered in its address, and what is shown is kept as a file', async ({
    assert,
  }) => {
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, `${base}/operations`, email)
    await page.getByLabel('Type').selectOption('hold')
    await page.waitForURL(`${base}/operations?type=hold`)
    await page.getByLabel('State').selectOption('pending')
    await page.waitForURL(`${base}/operations?type=hold&state=pending`)
    await page.locator('main:not([aria-busy]) h1').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    const [heads, row, ...more] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    assert.equal(heads, 'id,path,type,state,amount,from,to,created,failure')
    assert.match(row!, /^op_\w+,\/op\/room\/7,hold,pending,40\.00,\/users\/ann\/wallet,/)
    assert.lengthOf(more, 0)
  })

  test('every list is narrowed by state and day, and what is left is kept as a file', async ({
    assert,
  }) => {
    const listed = await listedRealm()
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, '/console', listed.email)
    const older = await listed.makeOlder()
    for (const { name, address, idle } of LISTS) {
      const list = address(listed)
      const rows = page.getByRole('region', { name, exact: true }).locator('tbody tr')
      const filters = page.getByRole('form', { name: 'Filters' })
      await walkTo(visit, list)
      assert.isAtLeast(await rows.count(), 2, name)
      await filters.getByLabel('Until (UTC)').fill(older.until)
      await page.waitForURL(`${list}?to=${older.until}`)
      await page.locator('main:not([aria-busy]) h1').waitFor()
      assert.equal(await rows.count(), 1, name)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export as CSV' }).click(),
      ])
      assert.equal(file.suggestedFilename(), `${name.toLowerCase()}.csv`)
      const [heads, row, ...more] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
      assert.match(heads!, /^id,/)
      assert.match(row!, new RegExp(`^${older.ids[name]},`))
      assert.lengthOf(more, 0)
      if (idle === undefined) continue
      await filters.getByLabel('Status').selectOption(idle)
      await page.waitForURL((url) => url.searchParams.get('status') === idle)
      await page.getByText(/^No \w+ matches/).waitFor()
    }
    assert.deepEqual(unexpected(visit), [])
  })

  test('a hold is drawn as taken and left, and is captured', async ({ assert }) => {
    const visit = await chromium.visit()
    const { page } = visit
    const [hold] = accepted(await realm.get('/operations', { type: 'hold' })).operations
    await enter(visit, `${base}/operations/${hold.id}`, email)
    await page.getByRole('heading', { name: 'hold 40.00 USD pending' }).waitFor()
    await page.getByText('40.00 USD held: 15.00 captured, 25.00 set aside').waitFor()
    await page.getByRole('button', { name: 'Capture' }).click()
    await page.getByRole('dialog').getByLabel('Amount, USD').fill('25')
    await page.getByRole('dialog').getByRole('button', { name: 'Capture' }).click()
    await until('the hold to be captured as a whole', async () => {
      const { operation } = accepted(await realm.get(`/operations/${hold.id}`))
      return operation.state === 'completed'
    })
    assert.deepEqual(unexpected(visit), [])
  })

  test('a payment page is previewed in the colour that payers will see', async ({ assert }) => {
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, `${base}/settings`, email)
    await page.getByRole('button', { name: 'Change the settings' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Colour').fill('#0A6B3D')
    const shown = 'getComputedStyle(document.querySelector("dialog .pay")).backgroundColor'
    await until('the colour', async () => {
      return (await page.evaluate<string>(shown)) === 'rgb(10, 107, 61)'
    })
    await dialog.getByLabel('Banner').fill('Only a test')
    await dialog.getByText('Only a test').first().waitFor()
    assert.deepEqual(await visit.accessibilityProblems('dialog'), [])
  })

  test('what is wrong stands at its field, and the form goes on from there', async ({ assert }) => {
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, `${base}/objects`, email)
    await page.getByRole('button', { name: 'New object' }).click()
    const dialog = page.getByRole('dialog')
    const path = dialog.getByLabel('Path', { exact: true })
    const send = dialog.getByRole('button', { name: 'Create the object' })
    await path.fill('')
    await send.click()
    await dialog.getByText('This is needed.').waitFor()
    // Only the service knows what a path may be.
    await path.fill('/a b')
    await send.click()
    await dialog.locator('#field-path-problem', { hasText: 'path' }).waitFor()
    await path.and(page.locator(':focus')).waitFor()
    await path.fill('/shelf')
    await send.click()
    await until('the object', async () => (await realm.find('/shelf')).status === 200)
    assert.isEmpty(unexpected(visit).filter((text) => !text.includes('400')))
  })

  test('a headline is cut off at two decimals, and tells all digits and times to who points at it', async ({
    assert,
  }) => {
    const own = await realm.client.realm({ name: 'Realm of digits' })
    await own.account('/purse', '1.239999')
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, `/console/realms/${own.id}`, email)
    const equity = page.locator('.card', { hasText: 'Equity, USD' }).locator('.money')
    assert.equal(await equity.innerText(), '1.23')
    assert.equal(await equity.getAttribute('title'), '1.239999')
    const time = page.getByRole('region', { name: 'Newest operations' }).locator('time').first()
    assert.match(await time.innerText(), /ago|now/)
    assert.match((await time.getAttribute('title'))!, /\d{4}, \d+:\d\d:\d\d/)
    // Equity has begun, and is drawn from there; nothing was earned, and no axis stands without a curve.
    await page.locator('[data-chart="equity"] canvas').first().waitFor()
    const earned = page.locator('[data-chart="pnl"]')
    await earned.getByText('Nothing to draw yet.').waitFor()
    assert.equal(await earned.locator('canvas').count(), 0)
    await visit.picture('console_overview_new_1280')
    assert.deepEqual(unexpected(visit), [])
  })

  test('what a person has to agree to goes on when they have', async ({ assert }) => {
    const doomed = await realm.client.realm({ name: 'Doomed realm', lifecycle: 'permanent' })
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, `/console/realms/${doomed.id}/settings`, email)
    await page.getByRole('button', { name: 'Delete the realm' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Review' }).click()
    await dialog.getByRole('button', { name: 'Delete the realm for ever' }).click()
    const [confirmation] = await Promise.all([
      page.waitForEvent('popup'),
      dialog.getByRole('link', { name: 'Open the confirmation' }).click(),
    ])
    assert.equal((await realm.client.get(`/api/v1/realms/${doomed.id}`)).status, 200)
    await confirmation.getByRole('button', { name: 'Approve' }).click()
    await page.waitForURL('/console')
    assert.equal((await realm.client.get(`/api/v1/realms/${doomed.id}`)).status, 404)
  })
})

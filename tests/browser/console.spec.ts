import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import {
  enter as enterAs,
  furnishedRealm,
  unexpected,
  walkTo,
} from '#tests/browser/support/console'
import { attest } from '#tests/functional/custody/support/attested'
import { Receiver } from '#tests/functional/webhooks/support/receiver'
import { Chromium, type Visit } from '#tests/support/browser'
import { Client, accepted, eventually, type TestRealm } from '#tests/support/client'
import { verifyInclusion } from '../../examples/liability_verifier/verifier.js'

const email = `${randomUUID()}@console.example`

let realm: TestRealm
let crossing: string
let payment: string
let bobId: string
let exchangeId: string

/** A realm with everything there is to see: money, a crossing of a boundary, and a position. */
async function furnish() {
  const furnished = await furnishedRealm(email, 'Console realm')
  ;({ realm, exchangeId } = furnished)
  const { client } = realm
  await realm.transfer('/users/ann/wallet', '/users/bob/wallet', '12.50')
  await realm.account('/users/cid/wallet', '20.00')
  payment = (await realm.transfer('/users/cid/wallet', '/users/bob/wallet', '12.50')).id
  accepted(await realm.post(`/operations/${payment}/reverse`, { path: '/op/back', amount: '2' }))
  const { object: bob } = accepted(await realm.find('/users/bob/wallet'))
  const limits = { realmId: realm.id, maxPerDay: '70.5', minBalance: '1' }
  accepted(await client.send('PUT', `/api/v1/objects/${bob.id}/limits`, limits))
  bobId = bob.id
  const { id } = await realm.transfer('/users/ann/wallet', '/vault/safe', '100.00')
  crossing = (await realm.completed(id)).id
  await attest(realm)
}

/** Signs in on the way to a page of the console, as the builder whose realm it is. */
const enter = (visit: Visit, path: string) => enterAs(visit, path, email)

test.group('browser | console', (group) => {
  const chromium = Chromium.for(group)
  group.setup(furnish)

  test('leads from signing in to the evidence of an operation', async ({ assert }) => {
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, '/console')
    await page.getByRole('link', { name: 'Console realm' }).click()
    await page.getByRole('heading', { name: 'Console realm', level: 1 }).waitFor()
    await page.getByText('Equity, USD').first().waitFor()
    await visit.picture('console_overview_1280')

    await page.getByRole('link', { name: 'Objects', exact: true }).click()
    await page.getByRole('link', { name: 'users/', exact: true }).click()
    await page.getByRole('link', { name: 'ann/', exact: true }).click()
    await page.getByRole('link', { name: 'wallet', exact: true }).click()
    await page.getByRole('heading', { name: '/users/ann/wallet' }).waitFor()
    const balances = page.getByRole('region', { name: 'Balances' })
    assert.match(await balances.innerText(), /387\.50/)
    await visit.picture('console_object_1280')
    await page.getByRole('button', { name: 'Show the newest proof' }).click()
    const proof = page.getByRole('region', { name: 'Proof of liabilities' })
    await proof.getByText('0x').waitFor()
    assert.match(await proof.innerText(), /Counted\s+387\.50/)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      proof.getByRole('link', { name: 'Save the proof' }).click(),
    ])
    verifyInclusion(JSON.parse(await readFile(await saved.path(), 'utf8')), { amount: '387.50' })

    await page.goto(`/console/realms/${realm.id}/operations/${crossing}`)
    const hash = page.locator('.path code.hash')
    await hash.first().waitFor()
    assert.match(await hash.first().innerText(), /^0x[0-9a-f]{64}$/)
    assert.include(await page.locator('.path').innerText(), 'Completed')
    for (const path of ['/users/ann/wallet', '/vault/safe']) {
      const leg = page.locator('.path').getByRole('link', { name: path })
      assert.include((await leg.getAttribute('href'))!, `/objects/at?path=`)
    }
    await visit.picture('console_operation_1280')
    assert.deepEqual(unexpected(visit), [])
  })

  test('an object shows its bounds, an operation what was reversed of it', async ({ assert }) => {
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, `/console/realms/${realm.id}/objects/${bobId}`)
    const limits = await page.getByRole('region', { name: 'Limits' }).innerText()
    assert.match(limits, /Out in a day \(UTC\), at most; today 0\.00\s+70\.50/)
    assert.match(limits, /Stays available\s+1\.00/)
    await page.goto(`/console/realms/${realm.id}/operations/${payment}`)
    await page.getByText('2.00, and 10.45 is left').waitFor()
    await page.locator('dt:text("Reversed by") + dd a').click()
    await page.getByText('Reverses').waitFor()
    assert.deepEqual(unexpected(visit), [])
  })

  test('shows what it asks the API, and asks nothing else', async ({ assert }) => {
    const visit = await chromium.visit()
    const asked: string[] = []
    visit.page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.resourceType() === 'fetch') asked.push(pathname)
    })
    await enter(visit, `/console/realms/${realm.id}/custody`)
    await visit.page.getByText('Calls of the API').click()
    const list = visit.page.getByRole('region', { name: 'Calls of the API' })
    await list.getByText('/api/v1/').first().waitFor()
    const calls = await list.innerText()
    const publicCalls = asked.filter((path) => path !== '/auth/access')
    assert.isNotEmpty(publicCalls)
    for (const path of publicCalls) {
      assert.match(path, /^\/api\/v1\//)
      assert.include(calls, path)
    }
  })

  test('an exchange object shows its position, its open order and candles', async ({ assert }) => {
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, `/console/realms/${realm.id}/objects/${exchangeId}`)
    assert.match(await page.getByRole('region', { name: 'Positions' }).innerText(), /BTC\s+long/)
    assert.match(await page.getByRole('region', { name: 'Open orders' }).innerText(), /BTC\s+buy/)
    await page.locator('[data-chart="candles"] canvas').first().waitFor()
    const text = await page.locator('main').innerText()
    const order = ['Account equity, USD', 'Positions', 'Cash is what was paid in', 'Balances']
    const places = order.map((part) => text.indexOf(part))
    assert.notInclude(places, -1, `expected all of ${order.join(', ')}`)
    assert.deepEqual(
      places.toSorted((one, other) => one - other),
      places,
      'equity leads'
    )
    await visit.picture('console_exchange_1280')
    assert.deepEqual(unexpected(visit), [])
  })

  test('the custody page compares chain and books, boundary by boundary', async ({ assert }) => {
    const visit = await chromium.visit()
    await enter(visit, `/console/realms/${realm.id}/custody`)
    const sheet = visit.page.getByRole('region', { name: 'Balance sheet by boundary' })
    // A chain that is slow is not waited for; whoever looks again sees it.
    await eventually('the chain beside the books', async () => {
      const text = await sheet.innerText()
      if (/99\.95/.test(text) && !text.includes('no')) return true
      await visit.page.reload()
      await visit.page.locator('main:not([aria-busy]) h1').waitFor()
      return null
    })
    await sheet.getByRole('link', { name: '/vault', exact: true }).waitFor()
    await visit.picture('console_custody_1280')
    assert.deepEqual(unexpected(visit), [])
  })

  test('a key is made by saying what it may do, and shown once', async ({ assert }) => {
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, '/console/keys')
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('Reader of ann')
    await page.getByLabel('May').selectOption('scope')
    await page.getByLabel('Actions, separated by commas').fill('svc:ReadObject, svc:Nonsense')
    await page.getByLabel('Paths, separated by commas').fill('/users/ann/*')
    const policy = page.getByRole('region', { name: 'What the policy allows' })
    assert.match(await policy.innerText(), /svc:ReadObject\s+\/users\/ann\/\*/)
    assert.include(await policy.innerText(), 'no such action')
    await page.getByLabel('Actions, separated by commas').fill('svc:ReadObject')
    await page.getByRole('button', { name: 'Make the key' }).click()
    const secret = page.locator('.secret code')
    await secret.waitFor()
    const key = Client.withToken(await secret.innerText())
    const wallet = { realmId: realm.id, path: '/users/ann/wallet' }
    assert.equal((await key.get('/api/v1/objects/by-path', wallet)).status, 200)
    const other = { realmId: realm.id, path: '/vault/safe' }
    assert.equal((await key.get('/api/v1/objects/by-path', other)).status, 403)
    await visit.picture('console_keys_1280')
  })

  test('a webhook is made, tried out, and an event is sent again', async ({ assert }) => {
    const receiver = await Receiver.open()
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, `/console/realms/${realm.id}/webhooks`)
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByLabel('Event types').fill('deposit.*, payment_link.*')
    await page.getByRole('button', { name: 'Make the webhook' }).click()
    const secret = await page.locator('.secret code').innerText()
    await page.getByRole('link', { name: 'To the webhook' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    const [tried] = await receiver.gets(1)
    assert.equal(receiver.verify(secret, tried!).type, 'webhook.test')
    const deliveries = page.getByRole('region', { name: 'Deliveries' })
    await deliveries.getByText('delivered').waitFor()
    assert.match(await deliveries.innerText(), /webhook\.test[^]*204/)
    receiver.answer = (response) => response.writeHead(302, { location: '/new' }).end()
    await page.getByRole('button', { name: 'Send again' }).click()
    await receiver.gets(2)
    await deliveries.getByText(/302.*change the webhook's url/).waitFor()
    receiver.answer = (response) => response.writeHead(200).end('at last')
    await page.getByRole('button', { name: 'Send again' }).click()
    await deliveries.getByText('at last').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    assert.deepEqual(await visit.accessibilityProblems(), [])
    assert.deepEqual(unexpected(visit), [])
    receiver.close()
  })

  test('somebody without an organization makes one, and then a realm', async ({ assert }) => {
    const visit = await chromium.visit()
    const { page } = visit
    await page.goto('/console')
    await visit.fillWithKeyboard(`${randomUUID()}@console.example`, 'New Person')
    await page.getByLabel('Name of your organization').fill('New & <b>Sons</b>')
    await page.getByRole('button', { name: 'Create the organization' }).click()
    await page.getByRole('heading', { name: 'Realms', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'New realm' }).click()
    await page.getByLabel('Name').fill('<img src=x onerror=alert(1)>')
    await page.getByRole('button', { name: 'Create the realm' }).click()
    await page.getByRole('heading', { name: '<img src=x onerror=alert(1)>', level: 1 }).waitFor()
    assert.deepEqual(unexpected(visit), [])
  })

  test('a realm of somebody else is not found', async ({ assert }) => {
    const stranger = await (await Client.signIn()).realm()
    const visit = await chromium.visit()
    await enter(visit, `/console/realms/${stranger.id}`)
    assert.include(await visit.page.locator('main').innerText(), 'This did not work')
  })

  test('without a session nobody gets a token, and no other site gets one', async ({ assert }) => {
    const guest = Client.anonymous()
    assert.equal((await guest.post('/auth/access', {})).error.code, 'UNAUTHORIZED')
    const elsewhere = { 'sec-fetch-site': 'cross-site' }
    const foreign = await guest.send('POST', '/auth/access', {}, elsewhere)
    assert.equal(foreign.error.code, 'FORBIDDEN')
    assert.equal((await guest.get('/console/assets/..%2fprovider.ts')).status, 404)
    assert.equal((await guest.get('/console/assets/tsconfig.json')).status, 404)
  })

  test('the longest names, paths and labels fit the width of a telephone', async ({ assert }) => {
    const client = await Client.signIn(email)
    const wide = await client.realm({ name: 'W'.repeat(100) })
    const { id } = await wide.object(`/${'p'.repeat(128)}/${'q'.repeat(128)}`)
    const labels = { label: 'v'.repeat(256) }
    accepted(
      await client.send('PATCH', `/api/v1/objects/${id}/labels?realmId=${wide.id}`, { labels })
    )
    const visit = await chromium.visit({ width: 390 })
    await enter(visit, `/console/realms/${wide.id}/objects/${id}`)
    await visit.page.getByText('label: vvv').waitFor()
    assert.equal(await visit.sidewaysScroll(), 0)
  })

  test('each room reads well on a telephone and at a desk, light and dark', async ({ assert }) => {
    const rooms = ['', 'objects', 'operations', 'links', 'events', 'custody', 'settings']
    const more = [`objects/${exchangeId}`, `operations/${crossing}`]
    const visit = await chromium.visit()
    const base = `/console/realms/${realm.id}`
    await enter(visit, base)
    for (const room of [...rooms, ...more]) {
      await walkTo(visit, room === '' ? base : `${base}/${room}`)
      const name = `console_${room.replace('/', '_')}`
      assert.deepEqual(await visit.problemsInLooks(name), [])
    }
  })
})

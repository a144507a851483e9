import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import {
  enter,
  furnishedRealm,
  unexpected,
  walkTo,
  type FurnishedRealm,
} from '#tests/browser/support/console'
import { cosigning } from '#tests/functional/custody/support/cosigning'
import { Wallet, bare, zone } from '#tests/functional/custody/support/withdrawing'
import { Chromium, WIDTHS, type Visit } from '#tests/support/browser'
import { accepted, until, type AnyData, type TestRealm } from '#tests/support/client'

const SCHEMES = ['light', 'dark'] as const
const LOOKS = WIDTHS.flatMap((width) => SCHEMES.map((scheme) => ({ width, scheme })))
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

interface Scenario {
  name: string
  /** Below the realm, or a whole address. */
  at: (furnished: FurnishedRealm) => string
  /** What opens the form; the first one of this name is pressed. */
  open: string
  /** By the label of the field. A text of the form `=x` chooses x of a list. */
  fill?: Record<string, string>
  /** What it tells before it is sent. */
  shows?: string
  submit: string
  /** The form asks back: it cannot be taken back. */
  asksBack?: true
  /** Whether the service has what the form was for. */
  came: (realm: TestRealm) => Promise<unknown>
}

const inRealm = (path: string) => () => path

/** The newest operation of a type. */
const newest = (type: string) => async (realm: TestRealm) =>
  accepted(await realm.get('/operations', { type, limit: 1 })).operations[0]

async function exchangeState(realm: TestRealm) {
  const { object } = accepted(await realm.find('/users/ann/perps'))
  return accepted(await realm.get(`/objects/${object.id}/exchange/state`))
}

const SCENARIOS: Scenario[] = [
  {
    name: 'creates an object',
    at: inRealm('/objects'),
    open: 'New object',
    fill: { Path: '/shop/till' },
    submit: 'Create the object',
    came: async (realm) => (await realm.find('/shop/till')).data?.object,
  },
  {
    name: 'funds an object',
    at: inRealm(''),
    open: 'Fund',
    fill: { 'Object': '/users/bob/wallet', 'Amount, USD': '40.25' },
    submit: 'Fund',
    came: async (realm) => {
      const deposit = await newest('deposit')(realm)
      return JSON.parse(deposit.input).amount === '40.25'
    },
  },
  {
    name: 'transfers',
    at: inRealm('/operations'),
    open: 'Transfer',
    fill: { 'From': '/users/ann/wallet', 'To': '/users/bob/wallet', 'Amount, USD': '7.00' },
    submit: 'Transfer',
    came: async (realm) => {
      const transfer = await newest('transfer')(realm)
      return JSON.parse(transfer.input).amount === '7.00'
    },
  },
  {
    name: 'holds',
    at: inRealm('/objects/at?path=/users/ann/wallet'),
    open: 'Hold',
    fill: { 'For': '/users/bob/wallet', 'Amount, USD': '5' },
    submit: 'Hold',
    came: newest('hold'),
  },
  {
    name: 'makes a payment link',
    at: inRealm('/links'),
    open: 'New payment link',
    fill: { 'Object': '/users/bob/wallet', 'Amount, USD': '19.90' },
    submit: 'Make the link',
    came: async (realm) => accepted(await realm.get('/payment-links')).paymentLinks[0],
  },
  {
    name: 'withdraws, and asks back before',
    at: inRealm('/objects/at?path=/users/ann/wallet'),
    open: 'Withdraw',
    fill: { 'Amount, USD': '3', 'To the address': ADDRESS },
    submit: 'Withdraw',
    asksBack: true,
    came: newest('withdrawal'),
  },
  {
    name: 'draws a custody boundary',
    at: inRealm('/objects'),
    open: 'Draw a boundary',
    fill: { Path: '/treasury' },
    submit: 'Draw the boundary',
    asksBack: true,
    came: async (realm) =>
      accepted(await realm.get('/objects/browse', { prefix: '/' })).paths.find(
        ({ path }: AnyData) => path === '/treasury'
      ),
  },
  {
    name: 'sets limits of an object',
    at: inRealm('/objects/at?path=/users/bob/wallet'),
    open: 'Limits',
    fill: { 'Out in a day (UTC), at most': '900' },
    submit: 'Set the limits',
    came: async (realm) => {
      const { object } = accepted(await realm.find('/users/bob/wallet'))
      const { limits } = accepted(await realm.get(`/objects/${object.id}/limits`))
      return limits.maxPerDay === '900.00'
    },
  },
  {
    name: 'labels an object',
    at: inRealm('/objects/at?path=/users/bob/wallet'),
    open: 'Labels',
    fill: { 'Labels, JSON': '{"tier":"gold"}' },
    submit: 'Save',
    came: async (realm) => accepted(await realm.find('/users/bob/wallet')).object.labels?.tier,
  },
  {
    name: 'makes an API key of one realm',
    at: () => '/console/keys',
    open: 'New API key',
    fill: { Name: 'Console key', May: '=trade' },
    shows: 'svc:PlaceOrder',
    submit: 'Make the key',
    came: async ({ client }) => accepted(await client.get('/api/v1/api-keys')).apiKeys[0],
  },
  {
    name: 'mints a scoped token',
    at: () => '/console/tokens',
    open: 'New scoped token',
    fill: { 'End user': 'ann', 'Paths, separated by commas': '/users/ann/*' },
    shows: 'svc:ReadBalance',
    submit: 'Mint the token',
    came: async ({ client }) => accepted(await client.get('/api/v1/auth/tokens')).tokens[0],
  },
  {
    name: 'registers a signing key',
    at: () => '/console/signing-keys',
    open: 'Register a key',
    fill: {
      'Name': 'Console',
      'Ed25519 public key': '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
    },
    submit: 'Register the key',
    came: async ({ client }) => accepted(await client.get('/api/v1/signing-keys')).signingKeys[0],
  },
  {
    name: 'changes the settings of a realm',
    at: inRealm('/settings'),
    open: 'Change the settings',
    fill: { 'Name on payment pages': 'Corner Shop', 'Colour': '#0a6b3d' },
    shows: 'Payment to Corner Shop',
    submit: 'Save',
    came: async ({ client, id }) =>
      accepted(await client.get(`/api/v1/realms/${id}`)).settings.branding?.displayName,
  },
  {
    name: 'sets stops of a position',
    at: ({ exchangeId }) => `/objects/${exchangeId}`,
    open: 'Stops',
    fill: { 'Stop loss at': '1000' },
    submit: 'Set the stops',
    came: async (realm) =>
      (await exchangeState(realm)).openOrders.some(
        ({ triggerPx }: AnyData) => triggerPx === '1000'
      ),
  },
  {
    name: 'closes a position',
    at: ({ exchangeId }) => `/objects/${exchangeId}`,
    open: 'Close',
    submit: 'Close the position',
    asksBack: true,
    came: async (realm) => (await exchangeState(realm)).positions.length === 0,
  },
  {
    name: 'cancels an order',
    at: ({ exchangeId }) => `/objects/${exchangeId}`,
    open: 'Cancel',
    submit: 'Cancel the order',
    came: newest('cancel'),
  },
  {
    name: 'registers a recovery key',
    at: inRealm('/custody'),
    open: 'Recovery key',
    fill: { 'Address of the key': ADDRESS },
    submit: 'Register the key',
    asksBack: true,
    came: async ({ client, id }) => {
      const audit = await client.get('/api/v1/auth/audit', { realmId: id })
      return accepted(audit).entries.find(({ eventType }: AnyData) =>
        /^recovery_key/.test(eventType)
      )
    },
  },
  {
    name: 'arms a boundary',
    at: inRealm('/custody'),
    open: 'Arm',
    fill: { 'Address of the co-signer': ADDRESS },
    submit: 'Arm it',
    asksBack: true,
    came: async (realm) => {
      const tried = ['/users/ann/wallet', '/vault/safe'].map((path) => realm.withdraw(path, '1'))
      return (await Promise.all(tried)).find(({ error }) => error?.code === 'COSIGN_REQUIRED')
    },
  },
]

/** Opens the form of a scenario and fills it in. */
async function opened({ page }: Visit, { open, fill = {} }: Scenario) {
  await page.locator('main').getByRole('button', { name: open, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('curl', { exact: true }).waitFor()
  for (const [label, text] of Object.entries(fill)) {
    const field = dialog.getByLabel(label).first()
    await (text.startsWith('=') ? field.selectOption(text.slice(1)) : field.fill(text))
  }
  return dialog
}

test.group('browser | what the console does', (group) => {
  const chromium = Chromium.for(group)
  let furnished: FurnishedRealm

  group.setup(async () => {
    furnished = await furnishedRealm(`${randomUUID()}@console.example`, 'Acting realm')
  })

  test('every form is readable on a telephone and at a desk, light and dark, and does what it says', async ({
    assert,
  }) => {
    const { realm, email } = furnished
    const visit = await chromium.visit()
    await enter(visit, '/console', email)
    for (const [index, scenario] of SCENARIOS.entries()) {
      const at = scenario.at(furnished)
      await walkTo(visit, at.startsWith('/console') ? at : `/console/realms/${realm.id}${at}`)
      const dialog = await opened(visit, scenario)
      for (const { width, scheme } of rotated(index)) {
        await visit.resize(width)
        await visit.prefer(scheme)
        const told = `${scenario.name}, ${width} pixels, ${scheme}`
        assert.deepEqual(await visit.accessibilityProblems('dialog'), [], told)
        assert.equal(await visit.sidewaysScroll(), 0, `expected no scroll sideways: ${told}`)
      }
      await visit.picture(`console_action_${index}`)
      const { submit, asksBack, shows } = scenario
      if (shows) await dialog.getByText(shows).first().waitFor()
      await dialog.getByRole('button', { name: asksBack ? 'Review' : submit, exact: true }).click()
      if (asksBack) await dialog.getByRole('button', { name: submit, exact: true }).click()
      await ended(visit)
      await until(`the console to have done it: ${scenario.name}`, () => scenario.came(realm))
    }
    assert.deepEqual(unexpected(visit), [])
  })

  test('a withdrawal is proposed, signed elsewhere by the co-signer, and submitted', async ({
    assert,
  }) => {
    const { realm, email } = furnished
    const boundaryId = await zone(realm, '/armed')
    await realm.account('/armed/a', '50.00')
    const cosigner = new Wallet()
    await cosigner.hold(realm, boundaryId)
    bare(await cosigning(() => realm, cosigner).arm(boundaryId))
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, `/console/realms/${realm.id}/custody`, email)
    await page.getByRole('button', { name: 'Co-signed withdrawal' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Object').fill('/armed/a')
    await dialog.getByLabel('Amount, USD').fill('7.50')
    await dialog.getByLabel('To the address').fill(ADDRESS)
    await dialog.getByRole('button', { name: 'Show what is to be signed' }).click()
    const typedData = await dialog.getByLabel('EIP-712 typed data').innerText()
    await dialog.getByRole('button', { name: 'I have the signature' }).click()
    const signature = await cosigner.sign(JSON.parse(typedData))
    await dialog.getByLabel('Signature of the co-signer').fill(signature)
    await dialog.getByRole('button', { name: 'Review' }).click()
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await page.getByRole('heading', { name: 'withdrawal 7.50 USD' }).waitFor()
    const withdrawal = await newest('withdrawal')(realm)
    assert.equal(JSON.parse(withdrawal.input).destinationAddress, ADDRESS)
    assert.deepEqual(unexpected(visit), [])
  })

  test('an answer that was lost is asked for again, and the money comes once', async ({
    assert,
  }) => {
    const { realm, email } = furnished
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, `/console/realms/${realm.id}/operations`, email)
    await page.getByRole('button', { name: 'Fund', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Object').fill('/users/bob/wallet')
    await dialog.getByLabel('Amount, USD').fill('88.08')
    const send = dialog.getByRole('button', { name: 'Fund', exact: true })
    await page.route(
      '**/api/v1/fund-account',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 }
    )
    await send.click()
    await dialog.getByRole('alert').getByText('No answer came').waitFor()
    await send.click()
    await page.getByRole('heading', { name: 'deposit 88.08 USD' }).waitFor()
    const { operations } = accepted(await realm.get('/operations', { type: 'deposit' }))
    const came = operations.filter(({ input }: AnyData) => JSON.parse(input).amount === '88.08')
    assert.lengthOf(came, 1)
  })
})

/** The looks, beginning with another one each time, so that each scenario ends in its own. */
const rotated = (index: number) => LOOKS.map((_, at) => LOOKS[(at + index) % LOOKS.length]!)

/** The form has closed, or shows what came of it. */
async function ended({ page }: Visit) {
  await page.locator('body:not(:has(dialog)), dialog [role=status] .secret').first().waitFor()
  if ((await page.getByRole('dialog').count()) > 0) {
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Close', exact: true })
      .last()
      .click()
  }
}

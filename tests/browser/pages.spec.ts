import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { signInOnTheWayTo, withAnotherOperator } from '#tests/browser/support/people'
import { INVITATIONS } from '#tests/functional/auth/support/inviting'
import { Chromium, type Visit } from '#tests/support/browser'
import { Client, TestRealm, accepted } from '#tests/support/client'

const invited = `${randomUUID()}@pages.example`

let payment = ''
let invitation = ''

/** Every page of ours, by what a person sees on it. */
const PAGES: { name: string; heading: string; open: (visit: Visit) => Promise<unknown> }[] = [
  { name: 'sign_in', heading: 'Sign in', open: ({ page }) => page.goto('/queues') },
  {
    name: 'sign_in_refused',
    heading: 'Sign in',
    open: async (visit) => {
      await visit.page.goto('/queues')
      await visit.fillWithKeyboard('ann@browser.example', ' ')
      await visit.page.locator('#name-problem').waitFor()
    },
  },
  {
    name: 'sign_in_unfinished',
    heading: 'Sign-in did not finish',
    open: ({ page }) => page.goto('/auth/callback?error=access_denied&state=x'),
  },
  {
    name: 'signed_out',
    heading: 'You are signed out',
    open: ({ page }) => page.goto('/auth/signed-out'),
  },
  {
    name: 'dev_identity',
    heading: 'Development identity provider',
    open: ({ page }) => page.goto('/dev/identity'),
  },
  {
    name: 'not_operator',
    heading: 'This page is for operators',
    open: (visit) => signInOnTheWayTo(visit, '/queues'),
  },
  {
    name: 'invitation',
    heading: 'You are invited',
    open: async (visit) => {
      await visit.page.goto(invitation)
      await visit.fillWithKeyboard(invited, 'Ann Example')
    },
  },
  {
    name: 'invitation_of_somebody_else',
    heading: 'There is no open invitation here',
    open: (visit) => signInOnTheWayTo(visit, invitation),
  },
  { name: 'payment', heading: 'Payment to Corner Shop', open: ({ page }) => page.goto(payment) },
  {
    name: 'payment_unknown',
    heading: 'This payment link does not exist',
    open: ({ page }) => page.goto(`/pay/${'A'.repeat(43)}`),
  },
]

/** @returns the address of a payment page of a realm with this name */
async function paymentTo(name: string): Promise<string> {
  const realm = await TestRealm.open({ name })
  await realm.object('/till')
  const body = { realmId: realm.id, type: 'deposit', objectPath: '/till', amount: '1234567.5' }
  const created = await realm.client.post('/api/v1/payment-links', body)
  return new URL(accepted(created).paymentLink.url).pathname
}

test.group('browser | pages', (group) => {
  const chromium = Chromium.for(group)
  group.setup(async () => {
    payment = await paymentTo('Corner Shop')
    const asked = { email: invited, role: 'viewer' }
    const { acceptUrl } = accepted(await (await Client.signIn()).post(INVITATIONS, asked))
    invitation = new URL(acceptUrl).pathname
  })

  test('{name} can be read by everybody, on a telephone and at a desk, by day and by night')
    .with(PAGES)
    .run(async ({ assert, cleanup }, { name, heading, open }) => {
      if (name === 'not_operator') cleanup(await withAnotherOperator())
      const visit = await chromium.visit()
      await open(visit)
      await visit.page.getByRole('heading', { name: heading, exact: true }).waitFor()
      assert.deepEqual(await visit.problemsInLooks(name), [])
    })

  test('whoever is invited joins with one press, and is in the console then', async ({
    assert,
  }) => {
    const visit = await chromium.visit({ width: 390, colorScheme: 'dark' })
    const { page } = visit
    await page.goto(invitation)
    await visit.fillWithKeyboard(invited, 'Ann Example')
    await page.getByRole('button', { name: /^Join / }).click()
    await page.getByRole('heading', { name: 'Realms', level: 1 }).waitFor()
    assert.equal(visit.path, '/console')
  })

  test('a name without a space is broken instead of widening the page', async ({ assert }) => {
    const visit = await chromium.visit({ width: 390 })
    await visit.page.goto(await paymentTo('W'.repeat(60)))
    await visit.page.getByRole('heading', { name: 'WWW' }).waitFor()
    await visit.picture('payment_long_name_390')
    assert.equal(await visit.sidewaysScroll(), 0)
  })
})

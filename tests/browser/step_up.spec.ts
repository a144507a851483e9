import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import {
  askedBy,
  confirmedClient,
  progressOf,
  type Asked,
} from '#tests/functional/auth/support/confirmations'
import { openLink } from '#tests/functional/payment_links/support/links'
import { Chromium, type Visit } from '#tests/support/browser'
import { Client, type TestRealm } from '#tests/support/client'

const remove = (client: Client, realm: TestRealm) =>
  client.send('DELETE', `/api/v1/realms/${realm.id}`)

/** A builder whose program wants to delete a realm, and who has not looked at it yet. */
async function somebodyAsked(realmName = 'Corner Shop') {
  const email = `${randomUUID()}@browser.example`
  const client = await Client.signIn(email)
  const realm = await client.realm({ name: realmName, asset: 'paper', lifecycle: 'permanent' })
  await realm.account('/till', '1234567.5')
  await openLink(realm, { amount: '5' })
  const asked = askedBy(await remove(client, realm))
  return { email, client, realm, asked }
}

/** Opens the link of a confirmation with nothing but a keyboard, signing in on the way. */
async function openConfirmation(visit: Visit, email: string, { confirmUrl }: Asked) {
  await visit.page.goto(confirmUrl)
  await visit.fillWithKeyboard(email, 'Ann Example')
  await visit.page.waitForURL(confirmUrl)
}

async function press(visit: Visit, button: 'Approve' | 'Deny') {
  await visit.page.getByRole('button', { name: button }).press('Enter')
}

const heading = (visit: Visit, name: string) =>
  visit.page.getByRole('heading', { name, exact: true }).waitFor()

test.group('browser | step-up', (group) => {
  const chromium = Chromium.for(group)

  test('from the refusal over a person to the permitted delete, {how}')
    .with([
      { how: 'with scripts', javaScriptEnabled: true },
      { how: 'without scripts', javaScriptEnabled: false },
    ])
    .run(async ({ assert }, { javaScriptEnabled }) => {
      const { email, client, realm, asked } = await somebodyAsked()
      const visit = await chromium.visit({ javaScriptEnabled })
      await openConfirmation(visit, email, asked)
      await heading(visit, 'Confirm a request')
      const terms = visit.page.locator('dl').first()
      assert.match(await terms.innerText(), /Delete the whole realm for ever\./)
      // The link is a payment that somebody may be making right now.
      assert.match(await terms.innerText(), /Value at risk\s+1,234,572\.50 USD/)
      assert.match(await terms.innerText(), /Realm\s+Corner Shop\s+Where\s+The whole realm/)
      assert.notMatch(await terms.innerText(), /svc:|stp_|bld_/)
      assert.match(await terms.innerText(), /Ends with it\s+1 open deposit link, worth 5\.00 USD/)
      assert.equal((await progressOf(client, asked)).status, 'pending')

      await press(visit, 'Approve')
      await heading(visit, 'Approved')
      await visit.page.getByText('Return to your application').waitFor()
      assert.equal(await visit.page.getByRole('button').count(), 0)

      const confirmed = await confirmedClient(client, asked)
      assert.equal((await remove(confirmed, realm)).status, 200)
      assert.equal((await client.get(`/api/v1/realms/${realm.id}`)).status, 404)
      await visit.page.reload()
      await heading(visit, 'Done')
      assert.deepEqual(visit.consoleErrors, [])
    })

  test('a person who denies ends it', async ({ assert }) => {
    const { email, client, realm, asked } = await somebodyAsked()
    const visit = await chromium.visit()
    await openConfirmation(visit, email, asked)
    await press(visit, 'Deny')
    await heading(visit, 'Denied')
    assert.equal((await progressOf(client, asked)).status, 'denied')
    assert.equal((await client.get(`/api/v1/realms/${realm.id}`)).status, 200)
    assert.deepEqual(visit.consoleErrors, [])
  })

  test('a person whose session has ended is led back and decides then', async ({ assert }) => {
    const { email, client, asked } = await somebodyAsked()
    const visit = await chromium.visit()
    await openConfirmation(visit, email, asked)
    await visit.forgetCookies()
    await press(visit, 'Approve')
    await heading(visit, 'Please sign in again')
    assert.equal((await progressOf(client, asked)).status, 'pending')
    await visit.page.getByRole('link', { name: 'Sign in and decide' }).press('Enter')
    await visit.fillWithKeyboard(email, 'Ann Example')
    await visit.page.waitForURL(asked.confirmUrl)
    await press(visit, 'Approve')
    await heading(visit, 'Approved')
  })

  test('the keyboard reaches the way back first, and the focus can be seen', async ({ assert }) => {
    const { email, asked } = await somebodyAsked()
    const visit = await chromium.visit()
    await openConfirmation(visit, email, asked)
    for (const name of ['Deny', 'Approve']) {
      await visit.page.keyboard.press('Tab')
      const focused = visit.page.getByRole('button', { name }).and(visit.page.locator(':focus'))
      await focused.waitFor()
      const outline = await visit.page.evaluate(
        'getComputedStyle(document.activeElement).outlineStyle'
      )
      assert.equal(outline, 'solid')
    }
    await visit.picture('step_up_focus_1280')
  })

  test('can be read by everybody, on a telephone and at a desk', async ({ assert }) => {
    const { email, asked } = await somebodyAsked('W'.repeat(60))
    const visit = await chromium.visit()

    async function looksRight(name: string, title: string) {
      await heading(visit, title)
      assert.deepEqual(await visit.problemsInLooks(name), [])
    }

    await openConfirmation(visit, email, asked)
    await looksRight('step_up_pending', 'Confirm a request')
    await press(visit, 'Approve')
    await looksRight('step_up_approved', 'Approved')
    await visit.page.goto('/auth/step-up/stp_01k00000000000000000000000')
    await looksRight('step_up_unknown', 'There is nothing to confirm here')
  })
})

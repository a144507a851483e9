import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { QueueHost } from '#app/queue/queue_host'
import { signInOnTheWayTo } from '#tests/browser/support/people'
import { Chromium } from '#tests/support/browser'

const SIGN_IN_PAGE = /^\/dev\/identity\/authorize\?/

test.group('browser | signing in', (group) => {
  const chromium = Chromium.for(group)

  test('the way to the queues leads over sign-in, by keyboard alone', async ({ assert }) => {
    const visit = await chromium.visit()
    const { page } = visit
    await signInOnTheWayTo(visit, '/queues')

    const queues = await app.container.make(QueueHost)
    assert.includeMembers(queues.names(), ['settlement', 'object-workflow'])
    for (const name of queues.names()) {
      await page.getByText(name, { exact: true }).first().waitFor()
    }
    await page.getByText('Loading').first().waitFor({ state: 'hidden' })
    await visit.picture('queues_1280')
    assert.deepEqual(visit.consoleErrors, [])
  })

  test('every queue is in its module’s group and says what it carries', async ({ assert }) => {
    const visit = await chromium.visit()
    await signInOnTheWayTo(visit, '/queues')
    const shown = await visit.page.evaluate(async () => {
      const answer = await fetch('/queues/api/queues')
      return (await answer.json()) as { queues: { name: string; description?: string }[] }
    })
    const described = (await app.container.make(QueueHost)).described()
    assert.sameDeepMembers(
      shown.queues.map(({ name, description }) => ({ name, description })),
      described.map(({ name, module, about }) => ({
        name: `${module}.${name}`,
        description: `${about.carries} ${about.takes} When it fails: ${about.failing}`,
      }))
    )
    const modules = new Set(described.map(({ module }) => module))
    assert.includeMembers([...modules], ['host', 'auth', 'ledger', 'custody', 'venue'])
    for (const { name, about } of described) {
      for (const sentence of Object.values(about)) assert.match(sentence, /^[A-Z].+\.$/s, name)
    }
  })

  test('the page of one queue can be opened by its address', async ({ assert }) => {
    const visit = await chromium.visit()
    await signInOnTheWayTo(visit, '/queues/queue/ledger.settlement')
    await visit.page.getByRole('link', { name: 'Completed' }).first().waitFor()
    await visit.page.getByText('Pending operations that have to begin on their rail.').waitFor()
    assert.deepEqual(visit.consoleErrors, [])
  })

  test('who has signed out has to sign in again', async ({ assert }) => {
    const visit = await chromium.visit()
    const { page } = visit
    await signInOnTheWayTo(visit, '/queues')

    await page.goto('/dev/identity')
    await page.getByRole('button', { name: 'Sign out' }).press('Enter')
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    await page.getByRole('link', { name: 'Sign in again' }).press('Enter')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.match(visit.path, SIGN_IN_PAGE)
    await page.goto('/queues')
    assert.match(visit.path, SIGN_IN_PAGE)
    assert.deepEqual(visit.consoleErrors, [])
  })

  test('a refused form keeps what was typed and leads to the wrong field', async ({ assert }) => {
    const visit = await chromium.visit()
    await visit.page.goto('/queues')
    await visit.fillWithKeyboard('ann@browser.example', ' ')
    const name = visit.page.getByLabel('Name')
    await visit.page.locator('#name-problem').waitFor()
    assert.equal(await name.getAttribute('aria-invalid'), 'true')
    assert.equal(await visit.page.getByLabel('E-mail').inputValue(), 'ann@browser.example')
    await name.and(visit.page.locator(':focus')).waitFor()
    await visit.fillWithKeyboard('Ann')
    await visit.page.waitForURL('/queues')
  })

  test("without JavaScript a person gets as far as the dashboard's page", async ({ assert }) => {
    const visit = await chromium.visit({ javaScriptEnabled: false })
    await signInOnTheWayTo(visit, '/queues')
    assert.equal(await visit.page.title(), 'Queues')
  })
})

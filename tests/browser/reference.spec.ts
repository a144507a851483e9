import { test } from '@japa/runner'
import { Chromium } from '#tests/support/browser'
import { Client } from '#tests/support/client'

/** One of each kind of page; that of schemas is made of the same parts. */
const PAGES = [
  '/docs',
  '/docs/reference/monitors',
  '/docs/stream',
  '/docs/guides/compositions',
  '/docs/search?q=hold',
]
test.group('browser | documentation', (group) => {
  const chromium = Chromium.for(group)

  test('the first page leads everywhere, and the request it tells works', async ({ assert }) => {
    const visit = await chromium.visit()
    const { page } = visit
    await page.goto('/')
    await page.getByRole('heading', { name: 'A first request' }).waitFor()
    assert.deepEqual(await visit.problemsInLooks('home'), [])
    assert.isEmpty(visit.consoleErrors)
    const links = page.getByRole('main').getByRole('link')
    const leads = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')!))
    assert.includeMembers(leads, ['/docs', '/console', '/openapi.json', '/queues', '/health/ready'])
    for (const href of leads) {
      assert.isBelow((await Client.anonymous().get(href)).status, 404, href)
    }
    const told = await page.locator('#first-request').innerText()
    const [, address, body] = /^curl -s (\S+) .* -d '(.*)'$/.exec(told)!
    const token = await Client.anonymous().send('POST', new URL(address!).pathname, body)
    assert.equal(token.status, 200, told)
  })

  test('{$self} reads well on a telephone and a desk, in light and dark')
    .with(PAGES)
    .run(async ({ assert }, address) => {
      const visit = await chromium.visit()
      await visit.page.goto(address)
      assert.deepEqual(await visit.problemsInLooks(address.replace(/\W/g, '_')), [])
      assert.isEmpty(visit.consoleErrors)
    })

  test('an operation shows its request, its fields and its answers', async ({ assert }) => {
    const { page } = await chromium.visit()
    await page.goto('/docs')
    await page.getByRole('link', { name: 'POST /api/v1/transfer', exact: true }).click()
    const transfer = page.locator('#createTransfer')
    assert.match(await transfer.innerText(), /curl '.*\/api\/v1\/transfer'/)
    await transfer.getByText('sourceObjectPath').first().waitFor()
    const created = transfer.locator('details', { hasText: /^\s*201/ })
    await created.locator('summary').click()
    await created.getByText('data', { exact: true }).waitFor()
  })
})

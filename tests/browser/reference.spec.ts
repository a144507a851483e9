import { test } from '@japa/runner'
import { Chromium, WIDTHS, type Visit } from '#tests/support/browser'
import { Client } from '#tests/support/client'

/** Opens the part of the reference that tells about transfers. */
async function transferOf({ page }: Visit) {
  await page.goto('/docs')
  await page.locator('.opblock-tag[data-tag="Ledger"]').click()
  const transfer = page.locator('.opblock', { hasText: '/api/v1/transfer' }).first()
  await transfer.waitFor()
  return transfer
}

test.group('browser | API reference', (group) => {
  const chromium = Chromium.for(group)

  test('the first page leads everywhere, and the request it tells works', async ({ assert }) => {
    for (const width of WIDTHS) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const visit = await chromium.visit({ width, colorScheme })
        await visit.page.goto('/')
        await visit.page.getByRole('heading', { name: 'A first request' }).waitFor()
        assert.equal(await visit.sidewaysScroll(), 0, `at ${width} px`)
        assert.isEmpty(await visit.accessibilityProblems())
        assert.isEmpty(visit.consoleErrors)
        await visit.picture(`home_${width}_${colorScheme}`)
      }
    }
    const { page } = await chromium.visit()
    await page.goto('/')
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

  test('lists the operations, without a console error', async ({ assert }) => {
    const visit = await chromium.visit()
    const transfer = await transferOf(visit)
    assert.match(await transfer.innerText(), /POST\s+\/api\/v1\/transfer/)
    await visit.picture('docs_1280')
    assert.deepEqual(visit.consoleErrors, [])
  })

  test('an operation opens and shows its fields', async ({ assert }) => {
    const visit = await chromium.visit()
    const transfer = await transferOf(visit)
    await transfer.getByRole('button').first().click()
    await transfer.getByText('sourceObjectPath').first().waitFor()
    assert.deepEqual(visit.consoleErrors, [])
  })
})

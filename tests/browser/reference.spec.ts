import { test } from '@japa/runner'
import { Chromium } from '#tests/support/browser'

test.group('browser | API reference', (group) => {
  const chromium = Chromium.for(group)

  test('lists the operations, without a console error', async ({ assert }) => {
    const visit = await chromium.visit()
    await visit.page.goto('/docs')
    const transfer = visit.page.locator('.opblock', { hasText: '/api/v1/transfer' }).first()
    await transfer.waitFor()
    assert.match(await transfer.innerText(), /POST\s+\/api\/v1\/transfer/)
    await visit.picture('docs_1280')
    assert.isEmpty(visit.consoleErrors)
  })

  test('an operation opens and shows its fields', async ({ assert }) => {
    const visit = await chromium.visit()
    await visit.page.goto('/docs')
    const transfer = visit.page.locator('.opblock', { hasText: '/api/v1/transfer' }).first()
    await transfer.getByRole('button').first().click()
    await transfer.getByText('sourceObjectPath').first().waitFor()
    assert.isEmpty(visit.consoleErrors)
  })
})

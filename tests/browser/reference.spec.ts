import { test } from '@japa/runner'
import { Chromium, type Visit } from '#tests/support/browser'

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

import { test } from '@japa/runner'
import { Office } from '#tests/functional/approvals/support/approving'
import { Chromium } from '#tests/support/browser'

test.group('browser | approvals', (group) => {
  const chromium = Chromium.for(group)

  test('a person reads, approves by keyboard, and finds it in the console', async ({ assert }) => {
    const office = await Office.open()
    const { approval } = await office.asked(await office.key(), '1234.5')
    await office.approve(approval, office.ben)
    const visit = await chromium.visit({ javaScriptEnabled: true })
    const { page } = visit
    await page.goto(approval.approvalUrl)
    await visit.fillWithKeyboard(office.ann.email, 'Ann Example')
    await page.waitForURL(approval.approvalUrl)
    await page.getByRole('heading', { name: 'Approve a request' }).waitFor()
    const terms = await page.locator('dl').innerText()
    for (const told of [
      /What happens\s+Move value between two objects/,
      /sourceObjectPath\s+\/treasury/,
      /amount\s+1234\.5/,
      /Realm\s+Treasury/,
      new RegExp(`the API key “Payroll”, made by ${office.maker.email}`),
      new RegExp(`1 of 2\\s+${office.ben.email} approved`),
    ]) {
      assert.match(terms, told)
    }
    assert.deepEqual(await visit.accessibilityProblems(), [])

    await page.keyboard.press('Tab')
    assert.equal(await page.locator(':focus').innerText(), 'Deny', 'nobody approves by accident')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await office.ended(approval.id, 'executed')
    await page.reload()
    await page.getByRole('heading', { name: 'Done' }).waitFor()
    assert.equal(await page.getByRole('button').count(), 0)

    await page.goto('/console/approvals')
    const row = page.getByRole('row', { name: '/treasury' })
    await row.waitFor()
    assert.match(await row.innerText(), /2 of 2\s+executed/)
    assert.deepEqual(await visit.accessibilityProblems(), [])
    await row.getByRole('link', { name: 'Look' }).click()
    await page.getByRole('heading', { name: 'Done' }).waitFor()
    assert.deepEqual(visit.consoleErrors, [])
  })
})

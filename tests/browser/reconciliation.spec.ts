import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { compared, csv, today } from '#tests/functional/reconciliation/support/comparing'
import { Chromium } from '#tests/support/browser'
import { Client } from '#tests/support/client'

const email = `${randomUUID()}@reconciliation.example`

test.group('browser | reconciliation', (group) => {
  const chromium = Chromium.for(group)

  test('a report is found, and each of its four groups is looked at', async ({ assert }) => {
    const realm = await (await Client.signIn(email)).realm({ name: 'Compared realm' })
    await realm.account('/users/a', '100')
    await realm.account('/users/b', '7')
    await realm.move('/users/a', '/users/b', '10', { path: '/op/rent' })
    const file = csv(['100.00'], ['-9.00', '/op/rent'], ['5.55', '<b>unknown</b>'])
    await compared(realm, { objectPath: '/users/a', file })
    const visit = await chromium.visit()
    const { page } = visit
    const path = `/console/realms/${realm.id}/reconciliations`
    await page.goto(path)
    await visit.fillWithKeyboard(email, 'Ada Example')
    await page.waitForURL(path)
    await page.getByRole('link', { name: 'bank.csv' }).waitFor()
    assert.match(await page.locator('main').innerText(), /bank\.csv[^]*\/users\/a[^]*completed/)
    assert.deepEqual(await visit.accessibilityProblems(), [])
    await page.getByRole('link', { name: 'bank.csv' }).click()
    const groups: [name: string, shows: RegExp][] = [
      ['Missing here', /5\.55[^]*<b>unknown<\/b>/],
      ['Missing there', /There are none/],
      ['Differs', /9\.00[^]*10\.00[^]*\/op\/rent/],
      ['Matched', /100\.00[^]*100\.00/],
    ]
    for (const [name, shows] of groups) {
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { name, exact: true }).waitFor()
      assert.match(await page.locator('main').innerText(), shows, name)
    }
    assert.deepEqual(await visit.accessibilityProblems(), [])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    assert.equal((await saved).suggestedFilename(), 'bank.csv-report.csv')
  })

  test('a file is uploaded with its columns, and its faults are told', async ({ assert }) => {
    const realm = await (await Client.signIn(email)).realm({ name: 'Uploaded realm' })
    await realm.account('/users/a', '100')
    const visit = await chromium.visit()
    const { page } = visit
    const path = `/console/realms/${realm.id}/reconciliations`
    await page.goto(path)
    await visit.fillWithKeyboard(email, 'Ada Example')
    await page.waitForURL(path)
    const buffer = Buffer.from(`Day;Sum\n${today()};100,00\n`)
    await page.locator('#upload-file').setInputFiles({ name: 'bank.csv', mimeType: '', buffer })
    await page.locator('#upload-columns option[value=Sum]').waitFor({ state: 'attached' })
    assert.equal(await page.getByLabel('Between columns stands').inputValue(), ';')
    await page.getByLabel('Object to compare with').fill('/users/a')
    await page.getByLabel('Column of the date').fill('Day')
    await page.getByLabel('Column of the signed amount').fill('Betrag')
    await page.getByLabel('Before decimals stands').selectOption('a comma')
    const send = page.getByRole('button', { name: 'Compare with the books' })
    await send.click()
    await page.getByRole('alert').getByText('Betrag').waitFor()
    assert.deepEqual(await visit.accessibilityProblems(), [])
    await page.getByLabel('Column of the signed amount').fill('Sum')
    await send.click()
    await page.getByRole('heading', { name: 'Report' }).waitFor()
    assert.match(await page.locator('main').innerText(), /Matched\s+1\s+100\.00\s+100\.00/)
  })
})

import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ModuleHost } from '#app/extension/module_host'
import { Chromium } from '#tests/support/browser'
import { Client } from '#tests/support/client'

const email = `${randomUUID()}@added.example`

test.group('browser | a page that a module adds to the console', (group) => {
  const chromium = Chromium.for(group)
  group.setup(async () => {
    const host = await app.container.make(ModuleHost)
    host.add({
      name: 'visits',
      title: 'Visits',
      consolePages: {
        folder: app.makePath('tests/browser/support/added_page'),
        pages: [
          { address: '/console/realms/:realmId/visits', title: 'Visits', script: 'visits.js' },
          { address: '/console/visits/:visitId', script: 'visits.js' },
        ],
      },
    })
  })

  test('stands in a realm’s navigation, loads and asks the API as its user', async ({ assert }) => {
    const client = await Client.signIn(email)
    const realm = await client.realm({ name: 'Visited' })
    await realm.object('/users/ann')
    const visit = await chromium.visit()
    const { page } = visit
    const overview = `/console/realms/${realm.id}`
    await page.goto(overview)
    await visit.fillWithKeyboard(email, 'Ann Example')
    await page.waitForURL(overview)
    await page.getByRole('link', { name: 'Visits' }).click()
    await page.getByRole('heading', { name: 'Visits of Visited' }).waitFor()
    const objects = page.getByRole('region', { name: 'Visited objects' })
    assert.include(await objects.innerText(), '/users/ann')
    const here = page.locator('nav a[aria-current=page]')
    assert.equal(await here.innerText(), 'Visits')
    assert.equal(await page.title(), 'Visits · Console')
    await page.getByRole('link', { name: 'All realms' }).click()
    await page.getByRole('link', { name: 'API keys' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Visits' }).count(), 0)
    assert.isEmpty(visit.consoleErrors.filter((text) => !text.includes('/auth/access')))
  })
})

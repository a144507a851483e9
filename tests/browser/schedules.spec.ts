import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { made } from '#tests/functional/schedules/support/scheduling'
import { Chromium } from '#tests/support/browser'
import { Client, accepted, until } from '#tests/support/client'

const email = `${randomUUID()}@schedules.example`

test.group('browser | schedules and monitors', (group) => {
  const chromium = Chromium.for(group)

  test('a schedule is found, paused, resumed; a monitor shows its value', async ({ assert }) => {
    const realm = await (await Client.signIn(email)).realm({ name: 'Planned realm' })
    await realm.account('/users/a', '100')
    const { id } = await made(realm, '/op/rent')
    const watched = { objectPath: '/users/a', measure: 'settled', direction: 'below' }
    const { monitor } = accepted(await realm.post('/monitors', { ...watched, threshold: '50' }))
    await until('its first measurement', async () => {
      const shown = accepted(await realm.client.get(`/api/v1/monitors/${monitor.id}`))
      return shown.monitor.state === 'clear'
    })
    const visit = await chromium.visit()
    const { page } = visit
    const path = `/console/realms/${realm.id}/schedules`
    await page.goto(path)
    await visit.fillWithKeyboard(email, 'Ada Example')
    await page.waitForURL(path)
    await page.getByRole('link', { name: 'Rent' }).click()
    await page.getByRole('heading', { name: 'Next times' }).waitFor()
    assert.match(await page.locator('main').innerText(), /FREQ=DAILY[^]*\/op\/rent\/1/)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    const { schedule } = accepted(await realm.client.get(`/api/v1/schedules/${id}`))
    assert.equal(schedule.status, 'active')
    assert.deepEqual(await visit.accessibilityProblems(), [])
    await page.getByRole('link', { name: 'Monitors' }).click()
    await page.getByRole('heading', { name: 'Monitors' }).waitFor()
    assert.match(await page.locator('main').innerText(), /\/users\/a[^]*settled[^]*100\.00/)
    assert.deepEqual(await visit.accessibilityProblems(), [])
  })
})

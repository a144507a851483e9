import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Scenario } from '#tests/browser/scenarios/scenario'
import { SCENARIOS } from '#tests/browser/scenarios/scenarios'
import {
  enter,
  furnishedRealm,
  unexpected,
  goOn,
  type FurnishedRealm,
} from '#tests/browser/support/console'
import { Chromium, WIDTHS, type Visit } from '#tests/support/browser'
import { Client, accepted, until, type AnyData } from '#tests/support/client'

/** Opens the form of a scenario and fills it in. */
async function opened(visit: Visit, furnished: FurnishedRealm, { open, row, fill }: Scenario) {
  const { page } = visit
  const dialog = page.getByRole('dialog')
  if (typeof open === 'string') {
    const main = page.locator('main')
    const place = row ? main.getByRole('row').filter({ hasText: row }) : main
    await place.getByRole('button', { name: open, exact: true }).first().click()
  } else await open(visit, furnished)
  await dialog.getByText('curl', { exact: true }).waitFor()
  for (const [label, text] of Object.entries(fill ?? {})) {
    const field = dialog.getByLabel(label).first()
    await (text.startsWith('=') ? field.selectOption(text.slice(1)) : field.fill(text))
  }
  return dialog
}

test.group('browser | what the console does', (group) => {
  const chromium = Chromium.for(group)

  test('every form is readable at {$self} pixels, light and dark, and does what it says')
    .with([...WIDTHS])
    .run(async ({ assert }, width) => {
      const furnished = await furnishedRealm(`${randomUUID()}@console.example`, 'Acting realm')
      const { realm, email } = furnished
      const visit = await chromium.visit({ width })
      await enter(visit, '/console', email)
      for (const scenario of SCENARIOS) {
        const { operation, submit, asksBack, shows } = scenario
        const at = await scenario.at(furnished)
        await goOn(visit, at.startsWith('/console') ? at : `/console/realms/${realm.id}${at}`)
        const dialog = await opened(visit, furnished, scenario)
        const name = `console_action_${operation}`
        assert.deepEqual(await visit.problemsInLooks(name, { within: 'dialog', width }), [])
        if (shows) await dialog.getByText(shows).first().waitFor()
        const first = asksBack ? 'Review' : submit
        await dialog.getByRole('button', { name: first, exact: true }).click()
        if (asksBack) await dialog.getByRole('button', { name: submit, exact: true }).click()
        await ended(visit, operation)
        await until(`the console to have done it: ${operation}`, () => scenario.came(realm))
      }
      assert.deepEqual(unexpected(visit), [])
    })

  test('a lost answer is asked for again, and the money comes once', async ({ assert }) => {
    const email = `${randomUUID()}@console.example`
    const realm = await (await Client.signIn(email)).realm()
    await realm.object('/users/bob/wallet')
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, `/console/realms/${realm.id}/operations`, email)
    await page.getByRole('button', { name: 'Fund', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Object').fill('/users/bob/wallet')
    await dialog.getByLabel('Amount, USD').fill('88.08')
    const send = dialog.getByRole('button', { name: 'Fund', exact: true })
    await page.route(
      '**/api/v1/fund-account',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 }
    )
    await send.click()
    await dialog.getByRole('alert').getByText('No answer came').waitFor()
    await send.click()
    await page.getByRole('heading', { name: 'deposit 88.08 USD' }).waitFor()
    const { operations } = accepted(await realm.get('/operations', { type: 'deposit' }))
    const came = operations.filter(({ input }: AnyData) => JSON.parse(input).amount === '88.08')
    assert.lengthOf(came, 1)
  })
})

/** The form has closed, or shows what came of it. */
async function ended({ page }: Visit, operation: string) {
  const dialog = page.getByRole('dialog')
  const shown = 'body:not(:has(dialog)), dialog div[role=status], dialog form .problem[role=alert]'
  await page.locator(shown).first().waitFor()
  if ((await dialog.count()) === 0) return
  const [refusal] = await dialog.getByRole('alert').allInnerTexts()
  if (refusal !== undefined) throw new Error(`The form of ${operation} says: ${refusal}`)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
}

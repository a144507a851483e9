import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { PoolHand, indexed } from '#tests/functional/custody/support/pool_hand'
import { freshAddress } from '#tests/functional/custody/support/withdrawing'
import { withOperators } from '#tests/support/auth_settings'
import { Chromium } from '#tests/support/browser'
import { Client, accepted, eventually } from '#tests/support/client'
import { enter, unexpected, walkTo } from './support/console.ts'

test.group('browser | proposals to the admin of a pool', (group) => {
  const chromium = Chromium.for(group)

  test('only a platform admin sees what waits, for whom', async ({ assert, cleanup }) => {
    const email = `${randomUUID()}@proposals.example`
    const realm = await (await Client.signIn(email)).realm({ name: 'Guarded' })
    const pool = await PoolHand.of(realm)
    const [safe, stranger] = [freshAddress(), freshAddress()]
    const encode = (fn: string, args: (string | boolean)[]) =>
      pool.chain.gateway.encode('RealmCustody', fn, args)
    await pool.act('proposeAdmin', [safe])
    await pool.impersonate(safe, pool.address, encode('acceptAdmin', []))
    await pool.impersonate(safe, pool.address, encode('setOperator', [stranger, true]))
    const address = `/console/realms/${realm.id}/proposals`
    const visit = await chromium.visit()
    const { page } = visit
    await enter(visit, address, email)
    await page.getByText('Platform admins alone').waitFor()
    assert.lengthOf(unexpected(visit), 2, 'the refusals of what the page asks')

    cleanup(await withOperators(email))
    const asked = await Client.signIn(email)
    const { data } = await eventually('the proposal', async () => {
      await indexed()
      const reply = await asked.get(`/api/v1/admin/realms/${realm.id}/proposals`)
      return accepted(reply).proposals[0] ?? null
    })
    await pool.giveEther(9n)
    const mistaken = { amount: '9', destinationAddress: safe }
    const proposed = await asked.post(`/api/v1/admin/realms/${realm.id}/rescues`, mistaken)
    const { rescueHash } = accepted(proposed).rescue
    await walkTo(visit, `/console/realms/${realm.id}/custody`)
    await page.getByRole('link', { name: 'Proposals to the admin' }).click()
    await page.getByRole('heading', { name: `setOperator(${stranger}, false)` }).waitFor()
    const text = await page.locator('main').innerText()
    for (const told of [safe, pool.address, data, 'waits', 'no operator of the settings']) {
      assert.include(text, told)
    }
    await page.getByRole('heading', { name: `requestRescue(${rescueHash}` }).waitFor()
    const row = page.getByRole('region', { name: 'What came by mistake' }).getByRole('row').nth(1)
    assert.include(await row.innerText(), 'proposed')
    assert.deepEqual(await visit.accessibilityProblems(), [])
  })
})

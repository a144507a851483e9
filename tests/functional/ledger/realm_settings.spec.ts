import { test } from '@japa/runner'
import { TestRealm, accepted, pluck } from '#tests/support/client'
import { refusesFields } from '#tests/support/refusals'

let realm: TestRealm

const change = (body: unknown, client = realm.client) =>
  client.send('PATCH', `/api/v1/realms/${realm.id}/settings`, body)

const BRANDING = {
  displayName: 'Shop & Sons',
  accentColor: '#00aaFF',
  logoUrl: 'https://shop.example/logo.svg',
  hideExpiryTimer: true,
  environmentBannerText: 'Playground',
}

test.group('ledger | realm settings', (group) => {
  group.each.setup(async () => {
    realm = await TestRealm.open()
  })

  test('a realm starts without any', async ({ assert }) => {
    const shown = accepted(await realm.client.get(`/api/v1/realms/${realm.id}`))
    assert.deepEqual(shown.settings, {
      defaultApplicationFeeTenthsBps: null,
      branding: null,
      reservedOperationPaths: null,
    })
  })

  test('what is sent is kept, what is left out stays, null clears', async ({ assert }) => {
    const first = await change({ defaultApplicationFeeTenthsBps: 25, branding: BRANDING })
    assert.equal(first.status, 200)
    assert.deepEqual(first.data.settings, {
      defaultApplicationFeeTenthsBps: 25,
      branding: BRANDING,
      reservedOperationPaths: null,
    })
    assert.equal(first.data.id, realm.id)
    const shown = accepted(await realm.client.get(`/api/v1/realms/${realm.id}`))
    assert.deepEqual(shown, first.data)

    const second = await change({ branding: { displayName: null, accentColor: '#123456' } })
    const { displayName, ...rest } = BRANDING
    assert.isString(displayName)
    assert.deepEqual(second.data.settings, {
      defaultApplicationFeeTenthsBps: 25,
      branding: { ...rest, accentColor: '#123456' },
      reservedOperationPaths: null,
    })
    const third = await change({ defaultApplicationFeeTenthsBps: null, branding: null })
    assert.deepEqual(third.data.settings, {
      defaultApplicationFeeTenthsBps: null,
      branding: null,
      reservedOperationPaths: null,
    })
    assert.equal((await change({})).status, 200)
  })

  test('parts nobody knows are refused', async ({ assert }) => {
    const { error } = await change({ branding: { displayName: 'Shop', font: 'Comic' }, theme: 1 })
    const fields = error.details?.fields?.map(({ field, rule }) => `${rule} ${field}`)
    assert.sameMembers(fields ?? [], ['unknown branding.font', 'unknown theme'])
  })

  test('changes of different parts at once are all kept', async ({ assert }) => {
    await Promise.all(
      Object.entries(BRANDING).map(([part, value]) => change({ branding: { [part]: value } }))
    )
    const shown = accepted(await realm.client.get(`/api/v1/realms/${realm.id}`))
    assert.deepEqual(shown.settings.branding, BRANDING)
  })

  test('the largest values fit', async ({ assert }) => {
    const branding = { displayName: 'ü'.repeat(100), environmentBannerText: '€'.repeat(200) }
    const { data } = await change({ branding, defaultApplicationFeeTenthsBps: 10_000 })
    assert.deepEqual(data.settings.branding, branding)
  })

  test('wrong input is named', async ({ assert }) => {
    await refusesFields(
      assert,
      change,
      {},
      {
        defaultApplicationFeeTenthsBps: [-1, 1.5, 10_001, '25', true, {}, 1e300],
        branding: ['x', 1, true, ['x']],
      }
    )
    const wrong: Record<string, unknown[]> = {
      displayName: ['', ' ', 'x'.repeat(101), 1, {}],
      accentColor: ['red', '#fff', '#12345g', '123456', '#1234567', 1],
      logoUrl: [
        'http://shop.example/logo.svg',
        'javascript:alert(1)',
        'data:image/png;base64,AA',
        'https://user:secret@shop.example/logo.svg',
        '//shop.example/logo.svg',
        'logo.svg',
        `https://shop.example/${'x'.repeat(2048)}`,
        1,
      ],
      hideExpiryTimer: ['true', 1, {}],
      environmentBannerText: ['', 'x'.repeat(201), 1],
    }
    for (const [part, values] of Object.entries(wrong)) {
      for (const value of values) {
        const { status, error } = await change({ branding: { [part]: value } })
        const shown = `${part} = ${JSON.stringify(value)}`
        assert.equal(status, 400, shown)
        assert.deepEqual(pluck(error.details?.fields, 'field'), [`branding.${part}`], shown)
      }
    }
    const shown = accepted(await realm.client.get(`/api/v1/realms/${realm.id}`))
    assert.isNull(shown.settings.branding)
  })
})

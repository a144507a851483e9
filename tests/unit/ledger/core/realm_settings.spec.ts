import { test } from '@japa/runner'
import { NO_SETTINGS, mergeSettings } from '#modules/ledger/core/realm_settings'

test.group('ledger | core | realm settings', () => {
  test('what is left out is kept, null clears', ({ assert }) => {
    const branded = mergeSettings(NO_SETTINGS, {
      defaultApplicationFeeTenthsBps: 25,
      branding: { displayName: 'Shop', accentColor: '#00ff00' },
    })
    assert.deepEqual(mergeSettings(branded, {}), branded)
    assert.deepEqual(mergeSettings(branded, { branding: { displayName: null, logoUrl: null } }), {
      defaultApplicationFeeTenthsBps: 25,
      branding: { accentColor: '#00ff00' },
      reservedOperationPaths: null,
    })
    assert.deepEqual(mergeSettings(branded, { defaultApplicationFeeTenthsBps: 0 }), {
      ...branded,
      defaultApplicationFeeTenthsBps: 0,
    })
    const emptied = mergeSettings(branded, { defaultApplicationFeeTenthsBps: null, branding: null })
    assert.deepEqual(emptied, NO_SETTINGS)
  })

  test('branding without any part is no branding', ({ assert }) => {
    const branded = mergeSettings(NO_SETTINGS, { branding: { hideExpiryTimer: false } })
    assert.deepEqual(branded.branding, { hideExpiryTimer: false })
    assert.isNull(mergeSettings(branded, { branding: { hideExpiryTimer: null } }).branding)
    assert.isNull(mergeSettings(NO_SETTINGS, { branding: {} }).branding)
  })
})

import { test } from '@japa/runner'
import { drawSeed, venueSettings } from '#modules/venue/settings'

test.group('venue | settings', () => {
  test('without a seed the choice is left to the service', ({ assert }) => {
    assert.deepEqual(venueSettings({ code: 'vn', feedSeed: undefined }), {
      code: 'vn',
      feedSeed: null,
    })
    assert.isNull(venueSettings({ code: 'vn', feedSeed: '' }).feedSeed)
    assert.equal(venueSettings({ code: 'vn', feedSeed: 'demo-1' }).feedSeed, 'demo-1')
  })

  test('a seed or code that could not be stored stops the service at boot', ({ assert }) => {
    for (const feedSeed of ['two words', 'x'.repeat(129), 'sëed']) {
      assert.throws(() => venueSettings({ code: 'vn', feedSeed }), /VENUE_FEED_SEED/)
    }
    for (const code of ['', 'VN', 'v:n', 'x'.repeat(17)]) {
      assert.throws(() => venueSettings({ code, feedSeed: undefined }), /venue code/)
    }
  })

  test('drawn seeds differ and are accepted as settings', ({ assert }) => {
    const [one, other] = [drawSeed(), drawSeed()]
    assert.notEqual(one, other)
    assert.equal(venueSettings({ code: 'vn', feedSeed: one }).feedSeed, one)
  })
})

import { test } from '@japa/runner'
import { DENIAL_WINDOW_MS, DenialWindow } from '#modules/auth/core/denial_window'

test.group('auth | denial window', () => {
  test('a refusal that repeats gets one row and is counted from then on', ({ assert }) => {
    const window = new DenialWindow(0)
    assert.isTrue(window.admits('a'))
    for (let again = 0; again < 499; again++) assert.isFalse(window.admits('a'))
    assert.equal(window.suppressed, 499)
  })

  test('a scanner refused in ever new ways gets no more rows than the bound', ({ assert }) => {
    const window = new DenialWindow(0, 20)
    const rows = Array.from({ length: 500 }, (_, n) => window.admits(`/path/${n}`))
    assert.equal(rows.filter(Boolean).length, 20)
    assert.equal(window.suppressed, 480)
  })

  test('without room a refusal is counted, and written once there is room', ({ assert }) => {
    const window = new DenialWindow(0)
    assert.isFalse(window.admits('a', false))
    assert.isTrue(window.admits('a', true))
    assert.equal(window.suppressed, 1)
  })

  test('is over after a minute, and not before', ({ assert }) => {
    const window = new DenialWindow(1000)
    assert.isFalse(window.isOver(1000 + DENIAL_WINDOW_MS - 1))
    assert.isTrue(window.isOver(1000 + DENIAL_WINDOW_MS))
  })
})

import { test } from '@japa/runner'
import i18n from '@adonisjs/i18n/services/main'
import { PageLanguage, isolated } from '#modules/payment_links/http/page_language'

const speaking = (locale: string) => new PageLanguage(i18n.locale(locale))
const spaced = (text: string) => text.replace(/\s/gu, ' ')

test.group('payment_links | page_language', () => {
  test('amounts are grouped as the language groups them, never rounded, {0}')
    .with([
      ['en', '1,234,567.50 USD', '9,007,199,254,740,993.000001'],
      ['de', '1.234.567,50 USD', '9.007.199.254.740.993,000001'],
      ['es', '1.234.567,50 USD', '9.007.199.254.740.993,000001'],
      ['fr', '1 234 567,50 USD', '9 007 199 254 740 993,000001'],
      ['ja', '1,234,567.50 USD', '9,007,199,254,740,993.000001'],
    ] as const)
    .run(({ assert }, [locale, amount, large]) => {
      const language = speaking(locale)
      assert.equal(spaced(language.money(1_234_567_500000n, 'USD')), amount)
      // More digits than a JS number holds.
      assert.equal(spaced(language.figure(9_007_199_254_740_993_000001n)), large)
    })

  test('moments are written as the language writes them', ({ assert }) => {
    const at = Date.UTC(2026, 10, 24, 15, 5) * 1000
    for (const [locale, words] of [
      ['en', /November 24, 2026.*03:05 PM UTC/],
      ['de', /24\. November 2026.*15:05 UTC/],
      ['es', /24 de noviembre de 2026.*15:05 UTC/],
      ['fr', /24 novembre 2026.*15:05 UTC/],
      ['ja', /2026年11月24日.*15:05 UTC/],
    ] as const) {
      const { machine, human } = speaking(locale).moment(at)
      assert.equal(machine, '2026-11-24T15:05:00.000000Z')
      assert.match(spaced(human), words, locale)
    }
  })

  test('a name turns no sentence around', ({ assert }) => {
    assert.equal(isolated('Corner Shop'), 'Corner Shop')
    assert.equal(isolated('متجر'), '\u2068متجر\u2069')
    assert.equal(isolated('Safe\u202etxet'), 'Safetxet')
    assert.equal(isolated('\u2069שלום\u2067'), '\u2068שלום\u2069')
  })
})

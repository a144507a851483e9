import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import fc from 'fast-check'
import { accentShades, colourOf, contrast } from '#modules/payment_links/core/accent'
import { SHEETS } from '#modules/payment_links/http/page_assets_controller'
import { forAll } from '#tests/support/for_all'

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

test.group('payment_links | accent', () => {
  test('the ratios are those of WCAG', ({ assert }) => {
    assert.closeTo(contrast(colourOf('#000000'), colourOf('#ffffff')), 21, 1e-9)
    assert.closeTo(contrast(colourOf('#767676'), colourOf('#ffffff')), 4.54, 0.005)
    assert.equal(contrast(colourOf('#123456'), colourOf('#123456')), 1)
  })

  test('whatever colour a builder takes, everything in it can be read', ({ assert }) => {
    forAll([colour, fc.constantFrom(...Object.values(SHEETS))], (chosen, sheet) => {
      const { accent, fill, onFill } = accentShades(chosen, sheet)
      assert.equal(fill, chosen)
      assert.isAtLeast(contrast(colourOf(onFill), colourOf(fill)), 4.5)
      assert.isAtLeast(contrast(colourOf(accent), colourOf(sheet)), 4.5)
    })
  })

  test('a colour that can be read already stays what it is', ({ assert }) => {
    assert.equal(accentShades('#1f4fbf', SHEETS.light).accent, '#1f4fbf')
    assert.equal(accentShades('#9db8ff', SHEETS.dark).accent, '#9db8ff')
  })

  test('it is judged on the sheets the pages really have', ({ assert }) => {
    const styles = readFileSync(app.makePath('resources/assets/tokens.css'), 'utf8')
    const sheets = [...styles.matchAll(/--sheet: (#[0-9a-f]{6})/g)].map(([, sheet]) => sheet)
    assert.deepEqual(sheets, [SHEETS.light, SHEETS.dark])
  })
})

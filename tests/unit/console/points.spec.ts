import { test } from '@japa/runner'
import { axisText, drawnPart } from '#modules/console/browser/points'

const series = (...values: string[]) =>
  values.map((value, at) => ({ time: `2026-11-24T0${at}:00:00Z`, value }))

const SERIES = [
  { given: [], drawn: [] },
  { given: ['5.00'], drawn: [] },
  { given: ['0', '0.00', '-0.00'], drawn: [] },
  { given: ['0', '0.00', '0', '7.00', '0'], drawn: ['0', '7.00', '0'] },
  { given: ['0', '0', '0.01'], drawn: ['0', '0.01'] },
  { given: ['3', '0', '4'], drawn: ['3', '0', '4'] },
  { given: ['0', '-2.50', '1'], drawn: ['0', '-2.50', '1'] },
]

test.group('console | points of a chart', () => {
  test('an axis shows no more than there is', ({ assert }) => {
    const shown = [1.239999, 0.009, -0.385, 2500, 0].map(axisText)
    assert.deepEqual(shown, ['1.23', '0.00', '−0.38', '2\u202f500.00', '0.00'])
  })

  test('a chart of {given} is scaled to where it begins, and one of nothing is empty')
    .with(SERIES)
    .run(({ assert }, { given, drawn }) => {
      const values = drawnPart(series(...given)).map(({ value }) => value)
      assert.deepEqual(values, drawn)
    })
})

import { test } from '@japa/runner'
import fc from 'fast-check'
import {
  labelKeyProblem,
  labelValueProblem,
  labelsProblem,
  labelsText,
  mergeLabels,
  parseLabels,
} from '#modules/ledger/core/labels'
import { forAll } from '#tests/support/for_all'

/** `count` labels whose canonical JSON takes exactly `bytes` bytes. */
function labelsOf(count: number, bytes: number): Record<string, string> {
  const labels: Record<string, string> = {}
  for (let index = 0; index < count; index++) labels[`k${String(index).padStart(2, '0')}`] = ''
  let missing = bytes - Buffer.byteLength(JSON.stringify(labels))
  for (const key of Object.keys(labels)) {
    const length = Math.min(missing, 256)
    labels[key] = 'x'.repeat(length)
    missing -= length
  }
  if (missing > 0) throw new Error('Too few labels for so many bytes')
  return labels
}

test.group('ledger | labels', () => {
  test('a key is letters, digits, dots, underscores and dashes, a letter first, at most 63')
    .with(['a', 'Z', 'team', 'a.b_c-d', 'arca', 'Arca.x', 'constructor', 'x'.repeat(63)])
    .run(({ assert }, key) => assert.isNull(labelKeyProblem(key)))

  test('any other key is refused')
    .with([
      '',
      '1a',
      '.a',
      '-a',
      'a b',
      'a/b',
      'a\n',
      '\u0430rca', // A Cyrillic а.
      'te\u200bam',
      'ﬁ',
      'x'.repeat(64),
    ])
    .run(({ assert }, key) => assert.match(labelKeyProblem(key) ?? '', /must be/))

  test('keys of the service are reserved')
    .with(['arca.', 'arca.x', '_', '_x', '__proto__'])
    .run(({ assert }, key) => assert.match(labelKeyProblem(key) ?? '', /reserved/))

  test('a value has at most 256 characters, however many bytes they take', ({ assert }) => {
    assert.isNull(labelValueProblem('😀'.repeat(256)))
    assert.isNull(labelValueProblem(''))
    assert.match(labelValueProblem('😀'.repeat(257)) ?? '', /256/)
    assert.match(labelValueProblem('x'.repeat(257)) ?? '', /256/)
    assert.match(labelValueProblem('\ud800') ?? '', /Unicode/)
    assert.match(labelValueProblem('a\u001b[2J') ?? '', /control characters/)
    assert.isNull(labelValueProblem('two\nlines'))
  })

  test('32 labels of 4096 bytes together are taken, one more of either is not', ({ assert }) => {
    assert.isNull(labelsProblem(labelsOf(32, 4096)))
    assert.equal(labelsProblem(labelsOf(33, 1000))?.rule, 'label_count')
    assert.equal(labelsProblem(labelsOf(32, 4097))?.rule, 'label_bytes')
    assert.equal(Buffer.byteLength(labelsText(labelsOf(32, 4096))!), 4096)
  })

  test('a merge sets texts, removes nulls and keeps the rest', ({ assert }) => {
    const labels = { team: 'ops', tier: 'gold' }
    assert.deepEqual(mergeLabels(labels, { tier: null, region: 'eu', none: null }), {
      team: 'ops',
      region: 'eu',
    })
    assert.deepEqual(labels, { team: 'ops', tier: 'gold' }, 'the labels before stay as they were')
  })

  test('names of what every object has are keys like others', ({ assert }) => {
    const labels = mergeLabels({}, { constructor: 'x', toString: 'y' } as never)
    assert.equal(labelsText(labels), '{"constructor":"x","toString":"y"}')
    assert.equal(labelsText(mergeLabels({}, {})), null)
    assert.isNull(labelsText(mergeLabels({ valueOf: 'z' } as never, { valueOf: null } as never)))
  })

  test('stored labels read back as they were, in any order they were given', ({ assert }) => {
    const key = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9._-]{0,20}$/)
    const value = fc.string({ unit: 'grapheme', maxLength: 40 })
    forAll([fc.dictionary(key, value)], (labels) => {
      assert.deepEqual(parseLabels(labelsText(labels)), { ...labels })
      const turned = Object.fromEntries(Object.entries(labels).reverse())
      assert.equal(labelsText(turned), labelsText(labels))
    })
  })
})

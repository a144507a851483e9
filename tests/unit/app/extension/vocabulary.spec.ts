import { test } from '@japa/runner'
import { type ModuleWords, Vocabulary } from '#app/extension/vocabulary'

/** As a package without a compiler may bring them. */
const words = (brought: Record<string, unknown>) => ({ name: 'late', ...brought }) as ModuleWords

test.group('extension | vocabulary', () => {
  test('whoever has taken a list before a module was loaded sees its words', ({ assert }) => {
    const vocabulary = new Vocabulary()
    const { operationTypes, movedKinds, legKinds, objectTypes } = vocabulary
    vocabulary.learn(
      words({
        operationTypes: ['reward'],
        legKinds: { granted: 'result', handed_on: 'moved' },
        objectKinds: [{ types: ['rewards'] }],
      })
    )
    assert.deepEqual(
      [operationTypes, legKinds, movedKinds, objectTypes].map((list) => [...list] as string[]),
      [['reward'], ['granted', 'handed_on'], ['handed_on'], ['rewards']]
    )
  })

  test('a word that cannot be stored or told apart stops the start, with its module')
    .with([
      [{ operationTypes: ['transfer'] }, /Operation type transfer is claimed by "first" and by/],
      [{ legKinds: { fee: 'result' } }, /Leg kind fee is claimed by "first" and by "late"/],
      [{ objectKinds: [{ types: ['cash'] }] }, /Object type cash is claimed by "first" and by/],
      [{ operationTypes: ['a'.repeat(21)] }, /of "late" must be at most 20 lower-case letters/],
      [{ legKinds: { ['a'.repeat(25)]: 'moved' } }, /of "late" must be at most 24 lower-case/],
      [{ objectKinds: [{ types: ['a'.repeat(17)] }] }, /of "late" must be at most 16 lower/],
      [{ operationTypes: ['Re,ward'] }, /Operation type Re,ward of "late" must be at most/],
      [{ operationTypes: [''] }, /Operation type {2}of "late" must be at most/],
    ] as const)
    .run(({ assert }, [brought, message]) => {
      const vocabulary = new Vocabulary()
      const first = { operationTypes: ['transfer'], legKinds: { fee: 'result' } }
      vocabulary.learn(words({ ...first, name: 'first', objectKinds: [{ types: ['cash'] }] }))
      assert.throws(() => vocabulary.learn(words(brought)), message)
    })

  test('the document says any fields only where a module does not say what its operations tell', ({
    assert,
  }) => {
    const vocabulary = new Vocabulary()
    const outcome = (...needed: string[]) => ({ outcome: { type: 'object', required: needed } })
    const first = { operationTypes: ['adjustment'], operationSchemas: { adjustment: outcome('a') } }
    vocabulary.learn(words({ ...first, name: 'first' }))
    // Another module composes operations of this type, and tells more of them.
    const context = { type: 'object' }
    vocabulary.learn(
      words({ operationSchemas: { adjustment: { ...outcome('a', 'b'), context } }, name: 'second' })
    )
    const description = 'Of a `adjustment`.'
    assert.deepEqual(vocabulary.outcomes, [
      { ...outcome('a', 'b').outcome, description },
      { ...outcome('a').outcome, description },
    ])
    assert.lengthOf(vocabulary.contexts, 1)
    vocabulary.learn(words({ operationTypes: ['reward', 'prize'] }))
    const any = { type: 'object', additionalProperties: true }
    assert.deepEqual(vocabulary.outcomes.at(-1), any)
    assert.containSubset(vocabulary.contexts.at(-1)!, {
      properties: { type: { enum: ['reward', 'prize'] } },
    })
  })

  test('a word that no module brings is refused, with who used it', ({ assert }) => {
    const vocabulary = new Vocabulary()
    vocabulary.learn(words({ operationTypes: ['reward'] }))
    vocabulary.require('operationTypes', 'reward', 'late')
    assert.throws(
      () => vocabulary.require('legKinds', 'reward', 'late'),
      'Leg kind reward of "late" is unknown: its module must bring it in legKinds'
    )
  })
})

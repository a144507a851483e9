import { test } from '@japa/runner'
import fc from 'fast-check'
import { spreadOver, weightOf } from '../../../../bin/launcher/testing/spec_files.js'

const folders = ['tests/unit', 'tests/functional', 'tests/faults', 'modules/a/tests/faults']
const filesArbitrary = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...folders), fc.nat(999)), {
    selector: ([folder, number]) => `${folder}/${number}`,
  })
  .map((pairs) => pairs.map(([folder, number]) => `${folder}/x${number}.spec.ts`))

const weightsOf = (groups: string[][]) =>
  groups.map((files) => files.reduce((sum, file) => sum + weightOf(file), 0))

test.group('launcher | spec files', () => {
  test('every file runs exactly once, and no process runs without files', ({ assert }) => {
    fc.assert(
      fc.property(filesArbitrary, fc.integer({ min: 1, max: 4 }), (files, workerCount) => {
        const groups = spreadOver(files, workerCount)
        assert.sameMembers(groups.flat(), files)
        assert.isTrue(groups.every((group) => group.length > 0))
        assert.isAtMost(groups.length, workerCount)
      })
    )
  })

  test('no process carries more than one heavy file more than another', ({ assert }) => {
    fc.assert(
      fc.property(filesArbitrary, fc.integer({ min: 1, max: 4 }), (files, workerCount) => {
        const groups = spreadOver(files, workerCount)
        if (groups.length < workerCount) return
        const weights = weightsOf(groups)
        const heaviest = Math.max(0, ...files.map(weightOf))
        assert.isAtMost(Math.max(...weights) - Math.min(...weights), heaviest)
      })
    )
  })
})

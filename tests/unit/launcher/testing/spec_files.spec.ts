import { test } from '@japa/runner'
import fc from 'fast-check'
import { forAll } from '#tests/support/for_all'
import {
  SLOW_SECONDS,
  WITHOUT_CHAIN,
  arePatient,
  bundlesOf,
  findSpecFiles,
  isCounted,
  needChain,
  secondsOf,
} from '../../../../bin/launcher/testing/spec_files.js'
import { TOOLS } from '../../../../bin/launcher/testing/tools.js'

const folders = ['tests/unit', 'tests/functional', 'tests/faults', 'modules/a/tests/faults']
const filesArbitrary = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...folders), fc.nat(999)), {
    selector: ([folder, number]) => `${folder}/${number}`,
  })
  .map((pairs) => pairs.map(([folder, number]) => `${folder}/x${number}.spec.ts`))

/** The files of a run, its workers, and whether it counts coverage. */
const runArbitrary = fc.tuple(filesArbitrary, fc.integer({ min: 1, max: 4 }), fc.boolean())

const durationsOf = (bundles: string[][]) =>
  bundles.map((files) => files.reduce((sum, file) => sum + secondsOf(file), 0))

test.group('launcher | spec files', () => {
  test('every file runs exactly once, and no process runs without files', ({ assert }) => {
    forAll([runArbitrary], (run) => {
      const bundles = bundlesOf(...run)
      assert.sameMembers(bundles.flat(), run[0])
      assert.isTrue(bundles.every((bundle) => bundle.length > 0))
    })
  })

  test('no process carries more than one slow file more than its share', ({ assert }) => {
    forAll([runArbitrary], (run) => {
      const [files, workerCount] = run
      const durations = durationsOf(bundlesOf(...run))
      const total = durations.reduce((sum, seconds) => sum + seconds, 0)
      const slowest = Math.max(0, ...files.map(secondsOf))
      assert.isAtMost(Math.max(0, ...durations), Math.ceil(total / workerCount) + slowest)
    })
  })

  test('a file not worth counting never shares a process with one that is', ({ assert }) => {
    forAll([filesArbitrary, fc.integer({ min: 1, max: 4 })], (files, workerCount) => {
      for (const bundle of bundlesOf(files, workerCount, true)) {
        const kinds = new Set(bundle.map((file) => isCounted([file])))
        assert.equal(kinds.size, 1)
      }
    })
  })

  test('what needs a chain has one, and shares a process with nothing that needs none', ({
    assert,
  }) => {
    const files = findSpecFiles()
    for (const bundle of bundlesOf(files, 2, false)) {
      assert.equal(new Set(bundle.map((file) => needChain([file]))).size, 1)
    }
    const without = files.filter((file) => !needChain([file]))
    assert.includeMembers(without, [
      'tests/functional/ledger/poster.spec.ts',
      'tests/functional/webhooks/webhooks.spec.ts',
    ])
    const speaking = ['isolation_zones', 'defund_account', 'fund_account', 'delete_by_rail']
    const named = speaking.map((name) => `tests/functional/ledger/${name}.spec.ts`)
    assert.includeMembers(files, named)
    const others = files.filter(
      (file) => !/^tests\/(functional|faults)\/(?!custody|host|clients)/.test(file)
    )
    for (const file of [...others, ...named]) assert.isTrue(needChain([file]), file)
  })

  test('where nothing is counted, files share a process worth it or not', ({ assert }) => {
    const files = ['tests/faults/a.spec.ts', 'tests/functional/b.spec.ts']
    assert.deepEqual(bundlesOf(files, 1, false), [files])
    assert.lengthOf(bundlesOf(files, 1, true), 2)
  })

  test('what runs in the background is apart from what waits for an answer', ({ assert }) => {
    const bundles = bundlesOf(findSpecFiles(), 2, true)
    const patient = bundles.filter(arePatient).flat()
    const kinds = new Set(patient.map((file) => file.split('/')[1]))
    assert.deepEqual(kinds, new Set(['unit', 'properties', 'functional']))
    const functional = patient.filter((file) => file.startsWith('tests/functional/'))
    assert.deepEqual(functional, ['tests/functional/host/fuzz.spec.ts'])
    for (const bundle of bundles.filter((files) => !arePatient(files))) {
      assert.isEmpty(bundle.filter((file) => arePatient([file])))
    }
  })

  test('a file that is known to be slow, or to need no chain, is there under that name', ({
    assert,
  }) => {
    assert.includeMembers(findSpecFiles(), [...Object.keys(SLOW_SECONDS), ...WITHOUT_CHAIN])
  })

  test('whoever is left alone at the end of a whole run has little to do', ({ assert }) => {
    const files = findSpecFiles()
    const durations = durationsOf(bundlesOf(files, 2, false).filter((each) => !arePatient(each)))
    const last = durations.slice(-4)
    assert.isAtMost(Math.max(...last), Math.max(...durations) / 2, `${durations}`)
  })

  test('files of one room stay together', ({ assert }) => {
    const rooms = ['auth', 'ledger'].map((room) => [1, 2, 3].map((n) => `tests/unit/${room}/${n}`))
    assert.deepEqual(bundlesOf(rooms.flat().reverse(), 2, true), rooms)
  })

  test('every spec file that tools are installed for is there', ({ assert }) => {
    const files = findSpecFiles()
    for (const { spec } of TOOLS) assert.include(files, spec)
  })
})

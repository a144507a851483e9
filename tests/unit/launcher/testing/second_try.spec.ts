import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import {
  oneFailure,
  results,
  resultsOfWorker,
  summaryLine,
  sumOf,
} from '../../../../bin/launcher/testing/results.js'
import { secondTryLines, withSecondTry } from '../../../../bin/launcher/testing/second_try.js'

const CARELESS = 'tests/unit/launcher/testing/support/careless_file.ts'
const MOODY = 'tests/unit/launcher/testing/support/moody_file.ts'
/** A test process without a service: its files do not need one. */
const PROCESS = `
  import { configure, run } from '@japa/runner'
  import { reportToFile } from '#tests/support/file_reporter'
  configure({
    files: [process.env.TEST_FILES],
    reporters: {
      activated: ['file'],
      list: [{ name: 'file', handler: reportToFile(process.env.TEST_REPORT) }],
    },
  })
  await run()
`

test.group('launcher | second try', (group) => {
  let directory = ''

  group.each.setup(() => {
    directory = mkdtempSync(join(tmpdir(), 'launcher-second-try-'))
    return () => rmSync(directory, { recursive: true })
  })

  /** Runs a file whose second test fails so often, in a process of its own. */
  const run = async (file: string, failingTries: number) => {
    const reportFile = join(directory, 'report.json')
    const env = {
      ...process.env,
      TEST_FILES: file,
      TEST_REPORT: reportFile,
      TRIES_FILE: join(directory, 'tries'),
      FAILING_TRIES: String(failingTries),
    }
    const args = ['--import=./bin/typescript.js', '--input-type=module', '--eval', PROCESS]
    const code = await new Promise<number>((resolve) => {
      execFile(process.execPath, args, { env }, (error) => resolve(error ? 1 : 0))
    })
    return resultsOfWorker({
      reportFile,
      files: [file],
      exit: `exit code ${code}`,
      exitedWell: code === 0,
    })
  }

  for (const { failingTries, passed, failed, told } of [
    { failingTries: 1, passed: 12, failed: 0, told: ['In try 1 it fails'] },
    { failingTries: 2, passed: 11, failed: 1, told: [] },
  ]) {
    const end = failed === 0 ? 'passes the run and is named' : 'fails the run'
    test(`a test that fails in ${failingTries} of two tries ${end}`, async ({ assert }) => {
      const first = sumOf([results({ passed: 10 }), await run(MOODY, failingTries)])
      assert.containSubset(first, { passed: 11, failed: 1 })
      const tried: string[] = []
      const sum = await withSecondTry(first, async ([file = '', ...others]) => {
        tried.push(file, ...others)
        return run(file, failingTries)
      })
      assert.deepEqual(tried, [MOODY])
      assert.containSubset(sum, { passed, failed })
      const lines = secondTryLines(sum)
      assert.deepEqual(
        lines.filter((line) => line.startsWith('    ')).map((line) => line.trim()),
        told
      )
      const named = lines.filter((line) => line.includes(`(${MOODY})`))
      assert.lengthOf(named, told.length)
      const only = told.length > 0 ? ', 1 only at the second try' : ''
      assert.equal(summaryLine(sum), `${passed} passed, ${failed} failed${only}`)
    })
  }

  test('an error that nobody handles fails the file that ran, in its words', async ({ assert }) => {
    const { passed, failed, failures: told } = await run(CARELESS, 0)
    assert.deepEqual({ passed, failed }, { passed: 1, failed: 1 })
    const [{ file, title, message } = assert.fail('expected it to be told')] = told
    assert.include(file, CARELESS)
    assert.equal(title, 'nobody handles an error, during "leaves an error behind"')
    for (const words of ['Nobody waits for this', 'It has a cause']) assert.include(message, words)
  })

  const failures = (...files: string[]) =>
    sumOf(files.map((file) => oneFailure('a test', 'It fails.', file)))

  for (const [what, first] of Object.entries({
    'four files that fail': failures('a.spec.ts', 'b.spec.ts', 'c.spec.ts', 'd.spec.ts'),
    'a process that died': sumOf([failures('a.spec.ts'), oneFailure('it ended', 'exit code 1')]),
    'a run without a failure': results({ passed: 1 }),
  })) {
    test(`${what}: nothing is tried again`, async ({ assert }) => {
      const again = async () => assert.fail('expected no second try')
      assert.strictEqual(await withSecondTry(first, again), first)
    })
  }

  test('a test that is not reached at the second try has not passed', async ({ assert }) => {
    const took = { 'a.spec.ts': { ms: 1, cpuMs: 1, passed: 1, failed: 1 } }
    const first = results({ ...failures('a.spec.ts'), passed: 1, took })
    const second = results({ passed: 1, skipped: 1 })
    assert.containSubset(await withSecondTry(first, async () => second), { failed: 1 })
  })
})

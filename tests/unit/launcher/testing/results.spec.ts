import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { processorMsOfEnded } from '../../../../bin/launcher/base/process_identity.js'
import {
  oneFailure,
  processorsLine,
  results,
  resultsOfWorker,
  summaryLine,
  sumOf,
} from '../../../../bin/launcher/testing/results.js'

test.group('launcher | results', (group) => {
  let reportFile = ''

  group.each.setup(() => {
    const directory = mkdtempSync(join(tmpdir(), 'launcher-results-'))
    reportFile = join(directory, 'report.json')
    return () => rmSync(directory, { recursive: true })
  })

  const worker = (exitedWell: boolean) =>
    resultsOfWorker({ reportFile, files: ['a.spec.ts'], exit: 'exit code 1', exitedWell })

  test('a process that died without a report is one failure that names its files', ({ assert }) => {
    const { failed, failures } = worker(true)
    assert.equal(failed, 1)
    assert.include(failures[0]?.message, 'a.spec.ts')
  })

  test('a process that ended badly after only good tests is a failure too', ({ assert }) => {
    writeFileSync(reportFile, JSON.stringify({ passed: 3, failed: 0, skipped: 1, failures: [] }))
    assert.containSubset(worker(false), { passed: 3, failed: 1, skipped: 1 })
    assert.containSubset(worker(true), { passed: 3, failed: 0, skipped: 1 })
  })

  test('what a child took of processors is known once it has ended, and told by kind', ({
    assert,
  }) => {
    processorMsOfEnded()
    const busy = 'while (process.cpuUsage().user < 200_000);'
    assert.equal(spawnSync(process.execPath, ['-e', busy]).status, 0)
    assert.isAtLeast(processorMsOfEnded(), 180)
    assert.equal(processorMsOfEnded(), 0, 'expected it to be counted once')
    const spent = new Map([
      ['redis', 1600],
      ['tests', 61_000],
    ])
    const told = '63 s of a processor in 40 s: tests 61 s, redis 2 s'
    assert.equal(processorsLine(spent, 40_400), told)
  })

  test('the last line has one form', ({ assert }) => {
    const sum = sumOf([results({ passed: 2 }), oneFailure('Lint', 'x'), results({ passed: 1 })])
    assert.equal(summaryLine(sum), '3 passed, 1 failed')
    assert.equal(summaryLine(results({ passed: 1, skipped: 2 })), '1 passed, 0 failed, 2 skipped')
  })
})

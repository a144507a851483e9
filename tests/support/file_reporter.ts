import { writeFileSync } from 'node:fs'
import type { NamedReporterContract } from '@japa/runner/types'

interface Failure {
  file: string
  title: string
  message: string
}

/**
 * Writes `{ passed, failed, skipped, failures, tookMs }` when the run ends, for the process that sums
 * up; `tookMs` says for each file how long it was at work, set-up included.
 */
export function reportToFile(path: string | undefined): NamedReporterContract['handler'] {
  return (runner, emitter) => {
    if (!path) return
    const report = { passed: 0, failed: 0, skipped: 0, failures: [] as Failure[], tookMs: {} }
    const tookMs: Record<string, number> = report.tookMs
    let since = performance.now()
    const fail = (title: string, file: string, error: unknown) => {
      report.failed++
      report.failures.push({ file, title, message: messageOf(error) })
    }

    emitter.on('test:end', (test) => {
      const now = performance.now()
      const file = test.meta?.fileName ?? ''
      // A file's tests follow each other, so what lies between two of them is set-up and tear-down.
      tookMs[file] = (tookMs[file] ?? 0) + Math.round(now - since)
      since = now
      if (test.isSkipped || test.isTodo) report.skipped++
      else if (!test.hasError) report.passed++
      else {
        const title = typeof test.title === 'string' ? test.title : test.title.expanded
        fail(title, file, test.errors[0]?.error)
      }
    })
    // A hook that throws fails no test by itself, yet the tests it guards never ran.
    emitter.on('group:end', (group) => {
      if (group.errors.length > 0) fail(`hook of ${group.title}`, '', group.errors[0]?.error)
    })
    emitter.on('suite:end', (suite) => {
      if (suite.errors.length > 0) fail(`hook of suite ${suite.name}`, '', suite.errors[0]?.error)
    })
    emitter.on('runner:end', () => writeFileSync(path, JSON.stringify(report)))
    void runner
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

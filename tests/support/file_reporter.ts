import { readFileSync, writeFileSync } from 'node:fs'
import { inspect } from 'node:util'
import type { NamedReporterContract } from '@japa/runner/types'

interface Failure {
  file: string
  title: string
  message: string
}

/** Time on the clock, and of the processors. */
interface Took {
  ms: number
  cpuMs: number
}

/** What a file took, including its set-up, and how its tests ended. */
interface OfFile extends Took {
  passed: number
  failed: number
}

/**
 * Writes `{ passed, failed, skipped, failures, took, inAll }` when the run ends, for the process
 * that sums up; `inAll` counts from the start of this process.
 */
export function reportToFile(path: string | undefined): NamedReporterContract['handler'] {
  return (runner, emitter) => {
    if (!path) return
    const took: Record<string, OfFile> = {}
    const report = { passed: 0, failed: 0, skipped: 0, failures: [] as Failure[], took }
    let since = soFar()
    let running = { file: '', title: 'no test' }
    const write = () => writeFileSync(path, JSON.stringify({ ...report, inAll: soFar() }))
    let hasEnded = false
    const fail = (title: string, file: string, error: unknown) => {
      report.failed++
      report.failures.push({ file, title, message: messageOf(error) })
      if (hasEnded) write()
    }

    // It fails no test by itself; without its words the run would only say that a process ended badly.
    for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
      process.on(event, (error: unknown) =>
        fail(`nobody handles an error, during ${running.title}`, running.file, inspect(error))
      )
    }
    emitter.on('test:start', ({ title, meta }) => {
      running = { file: meta?.fileName ?? '', title: `"${titleOf(title)}"` }
    })
    emitter.on('test:end', (test) => {
      const now = soFar()
      const file = test.meta?.fileName ?? ''
      // The tests of a file follow each other, so the time between two of them is set-up and
      // tear-down.
      const ofFile = (took[file] ??= { ms: 0, cpuMs: 0, passed: 0, failed: 0 })
      ofFile.ms += now.ms - since.ms
      ofFile.cpuMs += now.cpuMs - since.cpuMs
      since = now
      if (test.isSkipped || test.isTodo) report.skipped++
      else if (!test.hasError) {
        report.passed++
        ofFile.passed++
      } else {
        ofFile.failed++
        fail(titleOf(test.title), file, test.errors[0]?.error)
      }
    })
    // A hook that throws fails no test by itself, though the tests behind it never ran.
    emitter.on('group:end', (group) => {
      const file = group.meta?.fileName ?? ''
      if (group.errors.length > 0) fail(`hook of ${group.title}`, file, group.errors[0]?.error)
    })
    emitter.on('suite:end', (suite) => {
      if (suite.errors.length > 0) fail(`hook of suite ${suite.name}`, '', suite.errors[0]?.error)
    })
    emitter.on('runner:end', () => {
      hasEnded = true
      write()
    })
    void runner
  }
}

const CLOCK_TICK_MS = 10

function soFar(): Took {
  return { ms: Math.round(performance.now()), cpuMs: processorMs() }
}

/**
 * Processor time of this process and of its children that have ended; of this process alone when
 * there is no /proc.
 */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  const own = Math.round((user + system) / 1000)
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return own + (Number(fields[13]) + Number(fields[14])) * CLOCK_TICK_MS
  } catch {
    return own
  }
}

function titleOf(title: string | { expanded: string }): string {
  return typeof title === 'string' ? title : title.expanded
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

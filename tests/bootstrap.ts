import { glob } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { assert } from '@japa/assert'
import { apiClient } from '@japa/api-client'
import { pluginAdonisJS } from '@japa/plugin-adonisjs'
import type { Config } from '@japa/runner/types'
import app from '@adonisjs/core/services/app'
import testUtils from '@adonisjs/core/services/test_utils'
import { WorkerPool } from '#app/queue/worker_pool'
import { reportToFile } from '#tests/support/file_reporter'
import { makeTables } from '#tests/support/migrated_tables'

const SUITES = [
  'unit',
  'properties',
  'functional',
  'browser',
  'faults',
  'python',
  'upgrade',
] as const
/** Longer than any wait inside a test, which says what it waited for. */
const TIMEOUT_MS = 600_000
const ANSWER_ATTEMPTS = 50
const ANSWER_PAUSE_MS = 50

/** Suites that talk to the running service: HTTP server and workers live in this process. */
const SERVED = new Set<string>(['functional', 'browser', 'faults', 'python'])

const files = await specFiles()

export const plugins: Config['plugins'] = [assert(), apiClient(), pluginAdonisJS(app)]

export const reporters: Config['reporters'] = {
  activated: ['dot', 'file'],
  list: [
    ...(await import('@japa/runner/reporters').then(({ dot }) => [dot()])),
    { name: 'file', handler: reportToFile(process.env.TEST_REPORT) },
  ],
}

export const suites: { name: string; files: () => URL[]; timeout: number }[] = SUITES.map(
  (name) => ({
    name,
    files: () => files.filter((file) => suiteOf(file) === name).map((file) => app.makeURL(file)),
    timeout: TIMEOUT_MS,
  })
)

export const setup = () => makeTables(process.env.TEST_TABLES)

export const configureSuite: Config['configureSuite'] = (suite) => {
  if (!SERVED.has(suite.name)) return
  suite.setup(async () => {
    const close = await testUtils.httpServer().start()
    await answering()
    await (await app.container.make(WorkerPool)).start()
    return close
  })
}

/**
 * Until the server answers: connections that are still kept from the server of the suite before it
 * are closed by then, and would fail the first request.
 */
async function answering() {
  const { HOST, PORT } = process.env
  const ask = () => fetch(`http://${HOST}:${PORT}/health/live`).catch(() => null)
  const isUp = async () => (await ask())?.ok === true
  for (let attempt = 0; attempt < ANSWER_ATTEMPTS; attempt++) {
    await delay(ANSWER_PAUSE_MS)
    if (await isUp()) return
  }
  throw new Error('The server of the tests does not answer')
}

function suiteOf(file: string): string {
  const match = /(?:^|\/)tests\/(\w+)\//.exec(file)
  return match?.[1] ?? 'unit'
}

async function specFiles(): Promise<string[]> {
  const named = process.env.TEST_FILES?.split('\n').filter((file) => file !== '')
  if (named) return named
  const found: string[] = []
  for await (const file of glob('{tests,modules/*/tests}/**/*.spec.ts')) found.push(file)
  return found.sort()
}

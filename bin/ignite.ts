import 'reflect-metadata'
import { Ignitor, prettyPrintError } from '@adonisjs/core'
import { StartRefused } from '#app/preflight/preflight'
import { settingsProblems } from '#app/preflight/settings_problems'
import { giveMemoryBackAtRest } from '#app/observability/memory_at_rest'
import { attachToLauncher, stop } from '#app/observability/launcher_channel'

const APP_ROOT = new URL('../', import.meta.url)

/** The application before it is known whether it serves, works or tests. */
export function ignite(role: 'server' | 'worker' | 'test'): Ignitor {
  return new Ignitor(APP_ROOT, { importer: (path) => import(path) }).tap((app) => {
    app.booting(async () => {
      await import('#start/env')
    })
    app.listen('SIGTERM', () => stop(app))
    app.listen('SIGINT', () => stop(app))
    if (role === 'test') return
    attachToLauncher(app, role)
    app.ready(() => void giveMemoryBackAtRest())
  })
}

/**
 * Ends the process. A boot can fail after the server has begun to listen (a route without declared
 * access is found then), and must not leave a half-booted service answering.
 */
export async function failBoot(error: unknown) {
  const invalid = settingsProblems(error)
  if (invalid !== null) process.stderr.write(`${invalid}\n`)
  else if (error instanceof StartRefused) process.stderr.write(`${error.message}\n`)
  else await prettyPrintError(error)
  process.exit(1)
}

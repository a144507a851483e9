import 'reflect-metadata'
import { Ignitor, prettyPrintError } from '@adonisjs/core'
import { configure, processCLIArgs, run } from '@japa/runner'

const APP_ROOT = new URL('../', import.meta.url)

/**
 * Runs spec files inside one booted application. TEST_FILES (project-relative, one a line) names
 * them; without it every spec file runs. The launcher (`npm test`) supplies services and files.
 */
new Ignitor(APP_ROOT, { importer: (path) => import(path) })
  .tap((app) => {
    app.booting(async () => {
      await import('#start/env')
    })
    app.listen('SIGTERM', () => app.terminate())
  })
  .testRunner()
  .configure(async (app) => {
    const { plugins, reporters, suites, setup, configureSuite } = await import('#tests/bootstrap')
    processCLIArgs(process.argv.slice(2))
    configure({
      suites,
      plugins,
      reporters,
      configureSuite,
      setup: [setup],
      teardown: [() => app.terminate()],
      forceExit: true,
    })
  })
  .run(() => run())
  .catch((error) => {
    process.exitCode = 1
    prettyPrintError(error)
  })

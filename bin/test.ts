import { configure, processCLIArgs, run } from '@japa/runner'
import { failBoot, ignite } from './ignite.ts'

/**
 * Runs spec files inside one booted application. TEST_FILES (project-relative, one per line) names
 * them; without it every spec file runs. The launcher (`npm test`) supplies services and files.
 */
ignite('test')
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
  .catch(failBoot)

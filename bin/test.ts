import { configure, processCLIArgs, run } from '@japa/runner'
import { setTimeout as delay } from 'node:timers/promises'
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
      teardown: [() => stopped(app.terminate())],
      forceExit: true,
    })
  })
  .run(() => run())
  .catch(failBoot)

/** An application that does not stop would keep a whole run from ending: that is told, and the process exits. */
async function stopped(ending: Promise<void>): Promise<void> {
  const late = delay(60_000, 'late' as const)
  if ((await Promise.race([ending, late])) === 'late') {
    process.stderr.write('The application did not stop within 60 s; the process exits.\n')
  }
}

import { configure, processCLIArgs, run } from '@japa/runner'
import { endsInTime } from '#app/processes/ending'
import { failBoot, ignite } from './ignite.ts'

/** An application that does not stop would keep a whole run from ending. */
const STOP_MS = 60_000
const log = {
  warn: (fields: object, text: string) =>
    void process.stderr.write(`${text}: ${JSON.stringify(fields)}\n`),
}

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
      teardown: [
        async () =>
          void (await endsInTime('the application', app.terminate(), { ms: STOP_MS, log })),
      ],
      forceExit: true,
    })
  })
  .run(() => run())
  .catch(failBoot)

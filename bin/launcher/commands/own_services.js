// @ts-check
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { entryPoint, withProjectBinaries } from '../base/node_runtime.js'
import { createLayout, layoutOf } from '../base/paths.js'
import { freePort } from '../base/ports.js'
import { loadSecrets } from '../base/secrets.js'
import { runToEnd } from '../base/run_command.js'
import { Settings } from '../base/settings.js'
import { migrate } from '../services/application.js'
import { ensurePrograms } from '../services/packages.js'
import { ensurePrerequisites } from '../services/prerequisites.js'
import { startStores } from '../services/stack.js'
import { runCommand } from './run.js'

const INTERRUPTED_EXIT_CODE = 130

/**
 * Runs `<name>/main.ts` against services of its own: empty, and as durable as those of `npm start`.
 *
 * @param {'bench' | 'fuzz'} name
 * @param {string[]} args handed on to it
 * @param {import('../services/packages.js').Need} [need] of programs beside the stores
 */
export async function onOwnServices(name, args, need) {
  const settings = Settings.isolated()
  const layout = layoutOf(join(layoutOf(process.env.DATA_DIR || '.data').root, name))
  const interruptedExitCode = INTERRUPTED_EXIT_CODE
  const options = { command: `npm run ${name}`, layout, settings, interruptedExitCode }
  await runCommand(options, async (run) => {
    for (const path of [layout.mysql, layout.redis, layout.chain]) {
      rmSync(path, { recursive: true, force: true })
    }
    createLayout(layout)
    const more = async () => {
      if (need) await run.terminal.step('Tools', (step) => ensurePrograms(run, need, step))
    }
    const node = await ensurePrerequisites(run, { database: true, redis: true }, more)
    const secrets = loadSecrets(layout.secretsFile)
    const stores = await startStores(run, secrets)
    const port = await freePort()
    const env = withProjectBinaries(
      settings.childEnv({
        NODE_ENV: process.env.NODE_ENV ?? 'development',
        HOST: '127.0.0.1',
        PORT: String(port),
        APP_URL: `http://127.0.0.1:${port}`,
        APP_KEY: secrets.appKey,
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
        // A configured .env belongs to the real service, and must not configure a measurement.
        ENV_PATH: layout.root,
        ...stores.env,
      })
    )
    await run.terminal.step('Tables', () => migrate(run, node, env))
    run.terminal.print()
    const { code } = await runToEnd(run.session, layout, {
      name,
      command: node,
      args: entryPoint(`${name}/main.ts`, ...args),
      env,
      onLine: (line) => run.terminal.print(line),
    })
    return code
  })
}

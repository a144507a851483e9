// @ts-check
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDependencies } from '../base/dependencies.js'
import { LaunchError } from '../base/errors.js'
import { entryPoint, nodeBinary, withProjectBinaries } from '../base/node_runtime.js'
import { createLayout, layoutOf } from '../base/paths.js'
import { runToEnd } from '../base/run_command.js'
import { loadSecrets } from '../base/secrets.js'
import { Settings } from '../base/settings.js'
import { findProgram } from '../services/packages.js'
import { bareEnvironment } from '../services/stack.js'
import { runCommand } from './run.js'

const INTERRUPTED_EXIT_CODE = 130

/** What the cluster runs on, with the Debian package that brings it. */
const NEEDED = [
  { package: 'mariadb-server', programs: ['mariadbd', 'mariadb-install-db', 'wsrep_sst_rsync'] },
  { package: 'rsync', programs: ['rsync'] },
  { package: 'iproute2', programs: ['ss'] },
  { package: 'galera-4', file: '/usr/lib/galera/libgalera_smm.so' },
  { package: 'haproxy', programs: ['haproxy'] },
  { package: 'redis-server', programs: ['redis-server'] },
]

/** @returns {string[]} */
function missingPackages() {
  return NEEDED.flatMap(({ package: name, programs = [], file }) => {
    const isThere = programs.every((program) => findProgram(program) !== null)
    return isThere && (file === undefined || existsSync(file)) ? [] : [name]
  })
}

/**
 * Runs `cluster/main.ts`: servers and workers on a Galera cluster and a Redis Cluster of their own.
 * Their packages start services of the system, so that nothing is installed here.
 *
 * @param {string[]} args handed on to it
 */
export async function cluster(args) {
  const missing = missingPackages()
  const settings = Settings.isolated()
  const layout = layoutOf(join(layoutOf(process.env.DATA_DIR || '.data').root, 'cluster'))
  const interruptedExitCode = INTERRUPTED_EXIT_CODE
  const options = { command: 'npm run test:cluster', layout, settings, interruptedExitCode }
  await runCommand(options, async (run) => {
    if (missing.length > 0) {
      throw new LaunchError(
        `The cluster test needs packages of Debian that are not here: ${missing.join(', ')}.\n` +
          `Run:  sudo apt-get update && sudo apt-get install --no-install-recommends ${missing.join(' ')}\n` +
          'They bring services of the system, which the test does not use: stop those you do not need.'
      )
    }
    for (const path of [layout.scratch, layout.run]) rmSync(path, { recursive: true, force: true })
    createLayout(layout)
    const { session, terminal } = run
    await terminal.step('Dependencies', (step) =>
      ensureDependencies(session, layout, settings, step)
    )
    const secrets = loadSecrets(layout.secretsFile)
    const env = withProjectBinaries({
      ...bareEnvironment(),
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      // Each server has another one; commands ask for a valid one.
      PORT: '3333',
      APP_URL: 'http://127.0.0.1:3333',
      APP_KEY: secrets.appKey,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      // A configured .env belongs to the real service.
      ENV_PATH: layout.root,
      CLUSTER_DIRECTORY: layout.scratch,
      CLUSTER_PASSWORD: secrets.databasePassword,
    })
    const { code } = await runToEnd(session, layout, {
      name: 'cluster',
      command: nodeBinary(),
      args: entryPoint('cluster/main.ts', ...args),
      env,
      onLine: (line) => terminal.print(line),
    })
    return code
  })
}

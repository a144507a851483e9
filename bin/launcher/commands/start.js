// @ts-check
import { withProjectBinaries } from '../base/node_runtime.js'
import { layoutOf, shown } from '../base/paths.js'
import { assertHttpPortFree, freePorts } from '../base/ports.js'
import { loadSecrets } from '../base/secrets.js'
import { Settings, httpAddress } from '../base/settings.js'
import { keepRunning } from '../base/supervisor.js'
import { examine, startApplication } from '../services/application.js'
import { rescueChain } from '../services/chain.js'
import { ensurePrerequisites } from '../services/prerequisites.js'
import {
  embeddedEnvNames,
  embeddedParts,
  portFor,
  serviceEnv,
  startStores,
} from '../services/stack.js'
import { ensureTables } from '../services/tables.js'
import { runCommand } from './run.js'

/** More are refused. */
const MOST_SERVERS = 64

/**
 * @param {import('./run.js').LockedRun} run
 * @param {{ url: string, worker: string, probes: string | null, seconds: string }} facts
 */
function announce({ terminal, layout }, { url, worker, probes, seconds }) {
  const { bold, cyan, dim } = terminal.paint
  const logs = shown(layout.logs)
  const rows = [
    ['API', `${url}/api/v1`],
    ['Console', `${url}/console`],
    ['Documentation', `${url}/docs`],
    ['Queues', `${url}/queues`],
    ['Health', `${url}/health/ready`],
    ['Metrics', `${probes ?? url}/metrics, of the worker ${worker}/metrics`],
    ['Sign-in page', `${url}/dev/identity`],
    ['Logs', `${logs}/server.log, ${logs}/worker.log`],
    ['Stop', 'Ctrl-C (the data stays; "npm run reset" deletes it)'],
  ]
  terminal.print(`\n${bold(`Ready at ${cyan(url)}`)} ${dim(`after ${seconds} s`)}\n`)
  for (const [label = '', value] of rows) terminal.print(`  ${label.padEnd(14)} ${value}`)
  terminal.print(`\n  Sign in as a new builder (answers with an idToken):\n`)
  terminal.print(`  curl -s ${url}/dev/identity/token -H 'content-type: application/json' \\`)
  terminal.print(`    -d '{"email":"you@example.com","name":"You"}'\n`)
}

/**
 * Each of several servers needs a port of its own for its health and metrics. What SERVERS may be
 * the service says itself.
 *
 * @param {Settings} settings
 * @returns {Promise<number | null>} the first of these ports; null when there are none
 */
async function probePortOf(settings) {
  const configured = settings.get('PROBE_PORT')
  if (configured !== undefined) return Number(configured)
  const servers = Number(settings.get('SERVERS') ?? 1)
  return servers > 1 && servers <= MOST_SERVERS ? freePorts(servers) : null
}

/**
 * Starts the service with everything it needs, and stays until it is stopped or one of its
 * parts keeps dying.
 */
export async function start() {
  const startedAt = Date.now()
  const settings = Settings.load()
  const layout = layoutOf(settings.get('DATA_DIR') ?? '.data')
  const options = {
    command: 'npm start',
    layout,
    settings,
    interruptedExitCode: 0,
    beforeSweep: () => rescueChain(layout),
  }
  await runCommand(options, async (run) => {
    const address = httpAddress(settings)
    run.lock.update({ url: address.url })
    await assertHttpPortFree(address.host, address.port)
    const node = await ensurePrerequisites(run, embeddedParts(settings))
    const secrets = loadSecrets(layout.secretsFile)
    const stores = await startStores(run, secrets)
    const workerPort = await portFor(run, 'worker', 'WORKER_PORT')
    const probePort = await probePortOf(settings)
    const env = withProjectBinaries(
      settings.childEnv({
        ...serviceEnv(address, secrets),
        WORKER_PORT: String(workerPort),
        ...(probePort !== null && { PROBE_PORT: String(probePort) }),
        LOG_LEVEL: 'info',
        ...embeddedEnvNames(settings),
        ...stores.env,
      })
    )
    if (settings.get('NODE_ENV') === 'production') {
      await run.terminal.step('Settings', () => examine(run, node, env))
    }
    await run.terminal.step('Tables', (step) => ensureTables(run, node, env, step))
    const application = await startApplication(run, node, env)
    run.lock.update({ state: 'running' })
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    announce(run, {
      url: address.url,
      worker: `http://${address.host}:${workerPort}`,
      probes: probePort === null ? null : `http://${address.host}:${probePort}`,
      seconds,
    })
    try {
      await keepRunning(run, [...stores.parts, ...application])
    } finally {
      run.lock.update({ state: 'stopping' })
    }
    await run.session.close()
    run.terminal.print(`Stopped. The data stays in ${shown(layout.root)}.`)
    return 0
  })
}

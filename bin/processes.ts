import { spawn, type ChildProcess } from 'node:child_process'
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { LoggerManager } from '@adonisjs/core/logger'
import { tellReady } from '#app/observability/launcher_channel'
import { ProcessGroup, type Member } from '#app/processes/process_group'
import { processWeaknesses, type ProcessSettings } from '#app/processes/process_settings'
import { siblingsOf } from '#app/processes/siblings'
import { SiblingPairs } from '#app/processes/sibling_pairs'
import { UntakenConnections } from '#app/processes/untaken_connections'
import { SERVER_FLAGS, WORKER_FLAGS } from './process_flags.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SERVER = 'server'

/**
 * Serves in this process, or in as many as SERVERS says, which share the port and are kept running
 * by this one. Settings that contradict each other are refused by the boot of a server, with
 * everything else that is wrong.
 *
 * @param withWorker whether a worker of all queues runs beside them
 */
export async function serve({ withWorker }: { withWorker: boolean }): Promise<void> {
  if (cluster.isWorker) return serveHere()
  const { default: settings } = await import('#config/processes')
  const isAlone = settings.servers === 1 && !withWorker
  if (isAlone || processWeaknesses(settings).length > 0) return serveHere()
  await runGroup(settings, withWorker)
}

/** The parent of a group loads nothing of what it serves. */
async function serveHere(): Promise<void> {
  const [{ ignite }, { impatientServer }] = await Promise.all([
    import('./ignite.ts'),
    import('#app/http/connections'),
  ])
  await ignite('server').httpServer().start(impatientServer)
}

async function runGroup(settings: ProcessSettings, withWorker: boolean): Promise<void> {
  const { default: logging } = await import('#config/logger')
  const log = new LoggerManager(logging).use()
  const execArgv = [...SERVER_FLAGS, ...process.execArgv]
  cluster.setupPrimary({ exec: `${ROOT}bin/server.ts`, execArgv, args: [], cwd: ROOT })
  const untaken = new UntakenConnections()
  const members = [
    ...Array.from({ length: settings.servers }, (_, index) => serverOf(settings, index, untaken)),
    ...(withWorker ? [WORKER] : []),
  ]
  const pairs = new SiblingPairs(log)
  const tellServers = () => {
    const servers = group.ready(SERVER)
    for (const [server, siblings] of siblingsOf(servers)) {
      if (server.connected) server.send({ type: 'servers', servers: siblings }, () => {})
    }
    pairs.connect(servers)
  }
  const group = new ProcessGroup(members, log, tellServers)
  const stop = () => void group.stop().then(() => process.exit(0))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  process.once('disconnect', stop)
  try {
    await group.start()
  } catch (error) {
    log.fatal({ err: error }, 'the processes cannot be started')
    await group.stop()
    process.exit(1)
  }
  if (!group.isStopping) tellReady(SERVER)
}

/** Each has the settings of a single server, and a port of its own for probes. */
function serverOf(
  { probePort }: ProcessSettings,
  index: number,
  untaken: UntakenConnections
): Member {
  const probes = probePort === undefined ? {} : { PROBE_PORT: String(probePort + index) }
  const env = { SERVERS: '1', ...probes }
  return { name: `${SERVER} ${index + 1}`, spawn: () => untaken.watch(cluster.fork(env).process) }
}

const WORKER: Member = {
  name: 'worker',
  spawn(): ChildProcess {
    const args = [...WORKER_FLAGS, ...process.execArgv, 'bin/console.ts', 'queue:work']
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
    return spawn(process.execPath, args, { cwd: ROOT, stdio: [...stdio] })
  },
}

/** Ends the process when nothing can be served. */
export function serveOrFail(roles: { withWorker: boolean }): void {
  serve(roles).catch(async (error: unknown) => (await import('./ignite.ts')).failBoot(error))
}

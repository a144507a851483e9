// @ts-check
import { join } from 'node:path'
import { SERVER_FLAGS, WORKER_FLAGS } from '../../process_flags.js'
import { entryPoint } from '../base/node_runtime.js'
import { runOrFail } from '../base/run_command.js'
import { STAGE } from '../base/session.js'
import { startPart } from '../base/supervisor.js'
import { asTableOwner, withoutTableOwner } from './stack.js'

const READY_DEADLINE_MS = 90_000
/** How long running requests and jobs may take to end well. */
const STOP_DEADLINE_MS = 20_000

/**
 * Fewer allocator arenas: measured 40 MB less resident memory for the server, without loss of
 * speed. The service shares one small machine with its database, its queues and its chain.
 */
const MALLOC_ARENA_MAX = '2'
/**
 * Node.js keeps what it has read of its compile cache as long as the process lives: 15 to 20 MB in
 * each, for a start that is 0.2 s shorter. What ends soon has the cache, and what lives long does not.
 */
const NODE_DISABLE_COMPILE_CACHE = '1'

/** @typedef {import('./prerequisites.js').Run} Run */

/**
 * Brings the tables up to date.
 *
 * @param {Run} run
 * @param {string} node
 * @param {Record<string, string>} env
 */
export async function migrate({ session, layout, settings }, node, env) {
  await runOrFail(session, layout, {
    name: 'migrations',
    command: node,
    args: entryPoint('bin/console.ts', 'migration:run', '--force'),
    env: asTableOwner(env, settings),
    // A table change that is cut off half way would have to be repaired by hand.
    finishFirst: true,
    whatFailed: 'Updating the tables failed',
    // Behind the reason stand the frames of the driver, which fill a screen.
    tellingPart: 'error',
  })
}

/**
 * Asks the service whether production may start with these settings, before its tables are touched.
 *
 * @param {Run} run
 * @param {string} node
 * @param {Record<string, string>} env
 */
export async function examine({ session, layout }, node, env) {
  await runOrFail(session, layout, {
    name: 'doctor',
    command: node,
    args: entryPoint('bin/console.ts', 'doctor'),
    env: withoutTableOwner(env),
    whatFailed: 'Production does not start with these settings',
  })
}

/**
 * Starts one process of the service and waits until it says that it is ready.
 *
 * @param {Run} run
 * @param {string} node
 * @param {Record<string, string>} env
 * @param {{ role: 'server' | 'worker', args: string[] }} process
 */
async function startProcess({ session, layout }, node, env, { role, args }) {
  const child = session.spawn(
    {
      name: role,
      title: `The ${role}`,
      command: node,
      args,
      env: { MALLOC_ARENA_MAX, NODE_DISABLE_COMPILE_CACHE, ...withoutTableOwner(env) },
      logFile: join(layout.logs, `${role}.log`),
      runDir: layout.run,
      ipc: true,
    },
    { stage: STAGE.application, deadlineMs: STOP_DEADLINE_MS }
  )
  await child.ready(READY_DEADLINE_MS, session.signal)
  return child
}

/**
 * Starts the HTTP server and the queue worker at the same time.
 *
 * @param {Run} run
 * @param {string} node
 * @param {Record<string, string>} env
 */
export async function startApplication(run, node, env) {
  const { terminal } = run
  const server = {
    role: /** @type {const} */ ('server'),
    args: [...SERVER_FLAGS, ...entryPoint('bin/server.ts')],
  }
  const worker = {
    role: /** @type {const} */ ('worker'),
    args: [...WORKER_FLAGS, ...entryPoint('bin/console.ts', 'queue:work')],
  }
  const results = await Promise.allSettled([
    terminal.step('HTTP server', () => startPart(() => startProcess(run, node, env, server))),
    terminal.step('Queue worker', () => startPart(() => startProcess(run, node, env, worker))),
  ])
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

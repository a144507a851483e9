// @ts-check
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchError } from '../base/errors.js'
import { STAGE } from '../base/session.js'
import { answers } from '../base/tcp.js'
import { findProgram } from './packages.js'

const START_DEADLINE_MS = 60_000
const STOP_DEADLINE_MS = 15_000

/**
 * The configuration goes through a file that only this user can read: a password among the
 * arguments would show in every process list.
 *
 * What is durable is stored every minute and when Redis stops: finished jobs for the dashboard, and
 * counts of rate limits. What is owed stands in the outbox. A log of every command would be rewritten
 * by each turn of the periodic jobs, and read for seconds at the next start.
 *
 * @param {{ port: number, password: string, directory: string, durable: boolean }} options
 */
export function redisConfiguration({ port, password, directory, durable }) {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir "${directory}"`,
    'appendonly no',
    `save ${durable ? '60 1' : '""'}`,
    'maxmemory-policy noeviction',
    // It looks after itself once a second instead of ten times: what is due is found when it is asked for.
    'hz 1',
    'daemonize no',
  ]
}

/**
 * Starts a private redis-server on loopback and waits until it serves.
 *
 * @param {import('../base/session.js').Session} session
 * @param {import('../base/paths.js').Layout} layout
 * @param {Record<string, string>} env
 * @param {{ name?: string, port: number, password: string, durable: boolean }} options name: among
 *   others of the same installation
 * @returns {Promise<import('../base/child.js').Child>}
 */
export async function startRedis(session, layout, env, { name = 'redis', ...options }) {
  const command = findProgram('redis-server')
  if (command === null) throw new LaunchError('redis-server has disappeared. Install redis-server.')
  const configuration = redisConfiguration({ ...options, directory: layout.redis })
  const configurationFile = join(layout.run, `${name}.conf`)
  writeFileSync(configurationFile, `${configuration.join('\n')}\n`, { mode: 0o600 })
  const child = session.spawn(
    {
      name,
      title: 'The queue store (redis-server)',
      command,
      args: [configurationFile],
      env,
      logFile: join(layout.logs, `${name}.log`),
      runDir: layout.run,
    },
    { stage: STAGE.stores, deadlineMs: STOP_DEADLINE_MS }
  )
  const pongs = () =>
    answers({
      host: '127.0.0.1',
      port: options.port,
      say: `AUTH ${options.password}\r\nPING\r\n`,
      isReady: (answer) => answer.includes('+PONG'),
    })
  await child.serving(options.port, pongs, START_DEADLINE_MS, session.signal)
  return child
}

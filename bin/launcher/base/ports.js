// @ts-check
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { LaunchError } from './errors.js'
import { readJson, writeFileDurably } from './files.js'
import { listenerOn } from './port_listener.js'

/**
 * Below the system's range for outgoing connections (32768 and up), from which the system takes
 * ports at random.
 */
const FREE_RANGE = { from: 20_000, to: 32_000 }
const FREE_ATTEMPTS = 200

/**
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<'free' | 'taken' | 'forbidden' | 'no-such-host'>}
 */
export function portState(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EACCES') return resolve('forbidden')
      resolve(error.code === 'EADDRINUSE' ? 'taken' : 'no-such-host')
    })
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve('free')))
  })
}

/** @type {Set<number>} */
const chosen = new Set()

/**
 * Keeps a free port from other launchers that choose at the same moment, until this process ends,
 * because the service that is to listen there takes a while to start. A name in Linux's abstract
 * socket space does that, and needs no cleaning up; elsewhere the port is only looked at.
 *
 * @param {number} port
 * @returns {Promise<boolean>} whether it is this process's to use
 */
function claim(port) {
  if (chosen.has(port)) return Promise.resolve(true)
  return new Promise((resolve) => {
    const server = createServer()
    server.unref()
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      resolve(error.code !== 'EADDRINUSE')
    })
    server.listen({ path: `\0ledger-custody-service:${port}` }, () => {
      chosen.add(port)
      resolve(true)
    })
  })
}

/** @returns {Promise<number>} a port nobody listens on at this moment */
export async function freePort() {
  for (let attempt = 0; attempt < FREE_ATTEMPTS; attempt += 1) {
    const port = randomInt(FREE_RANGE.from, FREE_RANGE.to)
    if ((await portState(port)) === 'free') return port
  }
  throw new LaunchError(
    `No free port between ${FREE_RANGE.from} and ${FREE_RANGE.to}. Stop some services and try again.`
  )
}

/**
 * @param {number} count
 * @returns {Promise<number>} the first of so many ports in a row on which nobody listens at this moment
 */
export async function freePorts(count) {
  for (let attempt = 0; attempt < FREE_ATTEMPTS; attempt += 1) {
    const first = await freePort()
    const ports = Array.from({ length: count }, (_, index) => first + index)
    const states = await Promise.all(ports.map((port) => portState(port)))
    if (states.every((state) => state === 'free')) return first
  }
  throw new LaunchError(`No ${count} free ports in a row. Set PROBE_PORT to the first of them.`)
}

/**
 * The port of an embedded service: the configured one when there is one, else the one used last
 * time, else the preferred one, else any free one. The choice is remembered.
 *
 * @param {{ portsFile: string, name: string, preferred: number, configured?: string, variable: string }} request
 * @returns {Promise<number>}
 */
export async function embeddedPort({ portsFile, name, preferred, configured, variable }) {
  if (configured !== undefined) {
    const port = Number(configured)
    if (Number.isInteger(port) && (await portState(port)) === 'free') return port
    throw new LaunchError(
      `${variable}=${configured} cannot be used: ${takenBy(port)}. Choose another port or remove ${variable}, then a free one is found.`
    )
  }
  const remembered = readJson(portsFile) ?? {}
  for (const candidate of [remembered[name], preferred]) {
    const isFree = Number.isInteger(candidate) && (await portState(candidate)) === 'free'
    if (isFree && (await claim(candidate))) return remember(portsFile, name, candidate)
  }
  for (;;) {
    const port = await freePort()
    if (await claim(port)) return remember(portsFile, name, port)
  }
}

/**
 * @param {string} portsFile
 * @param {string} name
 * @param {number} port
 */
function remember(portsFile, name, port) {
  const known = readJson(portsFile) ?? {}
  if (known[name] !== port) {
    writeFileDurably(portsFile, `${JSON.stringify({ ...known, [name]: port })}\n`)
  }
  return port
}

/** @param {number} port */
function takenBy(port) {
  const listener = listenerOn(port)
  return listener ? `process ${listener.pid} (${listener.command}) listens there` : 'it is taken'
}

/**
 * @param {string} host
 * @param {number} port
 * @throws {LaunchError} saying who listens there and how to go on
 */
export async function assertHttpPortFree(host, port) {
  const state =
    Number.isInteger(port) && port > 0 && port < 65_536 ? await portState(port, host) : ''
  if (state === 'free') return
  if (state === 'taken') {
    const other = port === 3400 ? 3500 : 3400
    throw new LaunchError(
      `Port ${port} is in use: ${takenBy(port)}.\nStop it, or choose another port: PORT=${other} npm start`
    )
  }
  if (state === 'forbidden') {
    throw new LaunchError(
      `Port ${port} needs more rights. Choose one above 1023: PORT=3400 npm start`
    )
  }
  throw new LaunchError(`HOST=${host} PORT=${port} cannot be listened on. Correct HOST or PORT.`)
}

// @ts-check
import { createRequire } from 'node:module'
import { rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { readJson } from '../base/files.js'
import { PROJECT_ROOT } from '../base/paths.js'
import { leftovers } from '../base/run_registry.js'
import { STAGE } from '../base/session.js'
import { ChainSnapshots } from './chain_snapshots.js'

const START_DEADLINE_MS = 60_000
const STOP_DEADLINE_MS = 10_000
const RPC_TIMEOUT_MS = 30_000
/** How much a SIGKILL of the node may cost: the blocks of this time. */
const SNAPSHOT_EVERY_MS = 5000
/** The name of the persistent node; temporary ones are named by their run. */
export const CHAIN_NAME = 'chain'
const ARCHITECTURES = /** @type {Record<string, string>} */ ({ x64: 'amd64', arm64: 'arm64' })

/** @param {import('../base/paths.js').Layout} layout */
const snapshotDirectory = (layout) => join(layout.chain, 'snapshots')

/** @returns {string | null} path of the EVM node's binary, null where it is not available */
export function anvilBinary() {
  const system = process.platform === 'darwin' ? 'darwin' : 'linux'
  const name = `@foundry-rs/anvil-${system}-${ARCHITECTURES[process.arch]}/bin/anvil`
  try {
    // The binary is started directly: the package's own starter would put another process in
    // between.
    return createRequire(join(PROJECT_ROOT, 'package.json')).resolve(name)
  } catch {
    return null
  }
}

/**
 * @param {{ port: number, chainId: number, cacheDir: string, stateFile?: string }} options
 */
export function anvilArguments({ port, chainId, cacheDir, stateFile }) {
  return [
    '--quiet',
    '--host=127.0.0.1',
    `--port=${port}`,
    `--chain-id=${chainId}`,
    // Later forks write a slot per block, and every block then costs a little more than the last.
    '--hardfork=cancun',
    '--order=fifo',
    // Bounds memory and keeps states off the disk, and still allows reorganizations in tests.
    '--prune-history=64',
    '--gas-limit=100000000',
    '--max-transactions=5000',
    '--no-request-size-limit',
    // No well-known keys, no money in generated ones, and no access for web pages.
    '--accounts=1',
    '--balance=0',
    '--mnemonic-random',
    '--no-cors',
    `--cache-path=${cacheDir}`,
    ...(stateFile ? [`--load-state=${stateFile}`] : []),
  ]
}

/**
 * @param {string} url
 * @param {string} method
 * @returns {Promise<string>} the result, a hex string for the methods used here
 */
async function rpc(url, method) {
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(RPC_TIMEOUT_MS)
  /** @type {import('node:http').IncomingMessage} */
  const response = await new Promise((resolve, reject) => {
    // Not by `fetch`: a process that has used that once keeps 35 MB for it.
    request(url, { method: 'POST', headers, signal }, resolve)
      .on('error', reject)
      .end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }))
  })
  const answer = /** @type {any} */ (await json(response))
  if (typeof answer.result !== 'string') throw new Error(answer.error?.message ?? 'empty answer')
  return answer.result
}

/**
 * @param {string} url
 * @param {ChainSnapshots} snapshots
 */
async function takeSnapshot(url, snapshots) {
  const dump = Buffer.from((await rpc(url, 'anvil_dumpState')).slice(2), 'hex')
  // An unreadable dump throws here, so that it never replaces a readable one.
  gunzipSync(dump)
  snapshots.write(dump)
}

/**
 * Saves the blocks of a node whose launcher was killed: the node still runs, but no launcher takes
 * its snapshots any more.
 *
 * @param {import('../base/paths.js').Layout} layout
 */
export async function rescueChain(layout) {
  const isRunning = leftovers(layout.run).some(({ name }) => name === CHAIN_NAME)
  const port = readJson(layout.portsFile)?.chain
  if (!isRunning || !Number.isInteger(port)) return
  const snapshots = new ChainSnapshots(snapshotDirectory(layout))
  // A node that does not answer is lost; the snapshot on disk is then used.
  await takeSnapshot(`http://127.0.0.1:${port}`, snapshots).catch(() => {})
}

/**
 * Keeps the snapshots up to date while the node runs. The node itself writes its state in place,
 * and a kill during that leaves a file that it cannot read.
 *
 * @param {string} url
 * @param {ChainSnapshots} snapshots
 */
function keepSnapshots(url, snapshots) {
  let savedHead = ''
  let ended = false
  /** @type {Promise<void>} */
  let running = Promise.resolve()

  const save = async () => {
    const head = await rpc(url, 'eth_blockNumber')
    await takeSnapshot(url, snapshots)
    savedHead = head
  }
  const saveIfChanged = async () => {
    if ((await rpc(url, 'eth_blockNumber')) !== savedHead) await save()
  }
  const timer = setInterval(() => {
    // A node that cannot be reached is reported by its exit; the next round tries again.
    running = running.then(() => (ended ? undefined : saveIfChanged())).catch(() => {})
  }, SNAPSHOT_EVERY_MS)

  return {
    /** For a node that is gone: the next one at its address has a keeper of its own. */
    giveUp() {
      ended = true
      clearInterval(timer)
    },

    /** Takes the last snapshot. */
    async end() {
      if (ended) return
      this.giveUp()
      await running
      await save().catch(() => {})
    },
  }
}

/**
 * @typedef {object} ChainOptions
 * @property {string} binary
 * @property {string} name
 * @property {number} port
 * @property {number} chainId
 * @property {boolean} persistent false: the chain ends with the run (tests)
 * @property {(warning: string) => void} warn
 */

/**
 * Starts the EVM node on loopback, from the newest snapshot it accepts.
 *
 * @param {import('../base/session.js').Session} session
 * @param {import('../base/paths.js').Layout} layout
 * @param {Record<string, string>} env
 * @param {ChainOptions} options
 * @returns {Promise<import('../base/child.js').Child>}
 */
export async function startChain(session, layout, env, options) {
  if (!options.persistent) return startNode(session, layout, env, options)
  const snapshots = new ChainSnapshots(snapshotDirectory(layout))
  const stateFile = join(layout.chain, 'boot_state.json')
  let refused = 0
  for (const { generation, state } of snapshots.readable()) {
    if (state !== null) {
      writeFileSync(stateFile, state, { mode: 0o600 })
      try {
        const child = await startNode(session, layout, env, options, stateFile)
        if (refused > 0)
          options.warn(`The newest chain snapshot is unreadable; using ${generation}.`)
        return persist(session, options, snapshots, child)
      } catch (error) {
        session.throwIfInterrupted()
        options.warn(
          `Chain snapshot ${generation} was not accepted: ${/** @type {Error} */ (error).message}`
        )
      } finally {
        rmSync(stateFile, { force: true })
      }
    }
    refused += 1
  }
  if (refused > 0) {
    options.warn(
      'No chain snapshot is readable: the chain starts empty and is rebuilt from the database.'
    )
  }
  return persist(session, options, snapshots, await startNode(session, layout, env, options))
}

/**
 * @param {import('../base/session.js').Session} session
 * @param {ChainOptions} options
 * @param {ChainSnapshots} snapshots
 * @param {import('../base/child.js').Child} child
 */
function persist(session, options, snapshots, child) {
  const keeper = keepSnapshots(`http://127.0.0.1:${options.port}`, snapshots)
  const forget = session.defer(STAGE.chainSnapshot, () => keeper.end())
  void child.exited.then(() => {
    keeper.giveUp()
    forget()
  })
  return child
}

/**
 * @param {import('../base/session.js').Session} session
 * @param {import('../base/paths.js').Layout} layout
 * @param {Record<string, string>} env
 * @param {ChainOptions} options
 * @param {string} [stateFile]
 */
async function startNode(session, layout, env, { binary, name, port, chainId }, stateFile) {
  const cacheDir = join(layout.chain, 'cache')
  const child = session.spawn(
    {
      name,
      title: 'The EVM node (anvil)',
      command: binary,
      args: anvilArguments({ port, chainId, cacheDir, stateFile }),
      // HOME keeps the node's own files inside the installation.
      env: { ...env, HOME: layout.chain },
      logFile: join(layout.logs, `${name}.log`),
      runDir: layout.run,
    },
    { stage: STAGE.chain, deadlineMs: STOP_DEADLINE_MS }
  )
  const url = `http://127.0.0.1:${port}`
  const responds = () => rpc(url, 'eth_blockNumber').then(Boolean, () => false)
  await child.serving(port, responds, START_DEADLINE_MS, session.signal)
  return child
}

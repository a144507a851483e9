import { spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { Redis } from 'ioredis'
import { writeRows } from '#tests/support/rows'
import { freePort } from '../../bin/launcher/base/ports.js'

const COPIED = [
  'app',
  'bin',
  'commands',
  'config',
  'database',
  'eslint',
  'examples',
  'modules',
  'providers',
  'resources',
  'start',
  'stubs',
  'tests/bootstrap.ts',
  'tests/support',
  'tests/functional/host/api_document.spec.ts',
  'tests/functional/host/operation_ids.txt',
  '.prettierrc.json',
  'adonisrc.ts',
  'eslint.config.js',
  'package.json',
  'tsconfig.json',
]
/**
 * The copy runs without a chain, because two installations must not sign with one operator account.
 */
const NOT_INHERITED = /^(CHAIN_|OPERATOR_|CONFIRMATIONS|TEST_|NODE_OPTIONS)/
const TYPESCRIPT = '--import=./bin/typescript.js'
const READY_MS = 180_000
const STOP_MS = 15_000
const FINISH_MS = 240_000

export interface Finished {
  code: number | null
  output: string
}

/**
 * A copy of this project with its own database, queues and port, run as real processes, for tests
 * that change the project itself.
 */
export class ProjectCopy {
  #running: ChildProcess[] = []

  private constructor(
    readonly root: string,
    readonly url: string,
    private env: Record<string, string>
  ) {}

  static async make(): Promise<ProjectCopy> {
    const root = await mkdtemp(join(tmpdir(), 'service_copy_'))
    for (const entry of COPIED) {
      await cp(app.makePath(entry), join(root, entry), { recursive: true })
    }
    await symlink(app.makePath('node_modules'), join(root, 'node_modules'))
    const port = String(await freePort())
    const url = `http://127.0.0.1:${port}`
    const name = root.slice(-6).toLowerCase()
    const inherited = Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !NOT_INHERITED.test(entry[0])
    )
    const copy = new ProjectCopy(root, url, {
      ...Object.fromEntries(inherited),
      HOST: '127.0.0.1',
      PORT: port,
      APP_URL: url,
      // Points away from any .env file, which must not configure the copy.
      ENV_PATH: root,
      // Empty, because Node.js hands its own value on when there is none.
      NODE_V8_COVERAGE: '',
      DB_DATABASE: `${process.env.DB_DATABASE}_${name}`,
      QUEUE_PREFIX: `{copy_${name}}`,
    })
    await writeRows(`CREATE DATABASE ${copy.env.DB_DATABASE}`)
    return copy
  }

  path(...parts: string[]): string {
    return join(this.root, ...parts)
  }

  /** Runs an ace command to its end. */
  ace(...args: string[]): Promise<Finished> {
    return this.node([TYPESCRIPT, 'bin/console.ts', ...args])
  }

  /** Runs spec files of the copy in a test process of its own. */
  test(files: string[]): Promise<Finished> {
    return this.node([TYPESCRIPT, 'bin/test.ts'], { TEST_FILES: files.join('\n') })
  }

  /** Runs Node.js to its end. A process that does not end in time is killed; its code is null. */
  async node(args: string[], env: Record<string, string> = {}, deadlineMs = FINISH_MS) {
    const child = this.#spawn(args, env)
    const deadline = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
    const result = await finished(child)
    clearTimeout(deadline)
    return result
  }

  /** Starts server and worker, and waits until both are ready. */
  async start(): Promise<void> {
    const entries = [['bin/server.ts'], ['bin/console.ts', 'queue:work']]
    const children = entries.map((entry) => this.#spawn([TYPESCRIPT, ...entry], {}, true))
    await Promise.all(children.map(ready))
  }

  /**
   * Ends every process that this copy has started, and kills those that do not end by themselves.
   */
  async stop(): Promise<void> {
    const children = this.#running
    this.#running = []
    await Promise.all(children.map(end))
  }

  /** Stops everything and leaves nothing behind: no process, database, queue key or file. */
  async remove(): Promise<void> {
    await this.stop()
    await writeRows(`DROP DATABASE IF EXISTS ${this.env.DB_DATABASE}`)
    await this.#removeQueueKeys()
    await rm(this.root, { recursive: true, force: true })
  }

  #spawn(args: string[], env: Record<string, string>, attached = false): ChildProcess {
    const child = spawn(process.execPath, args, {
      cwd: this.root,
      env: { ...this.env, ...env },
      // Over the channel a process reports that it is ready, and it ends when this process is
      // killed.
      stdio: ['ignore', 'pipe', 'pipe', ...(attached ? (['ipc'] as const) : [])],
    })
    this.#running.push(child)
    return child
  }

  async #removeQueueKeys(): Promise<void> {
    const { REDIS_HOST, REDIS_PORT, REDIS_PASSWORD, QUEUE_PREFIX } = this.env
    const redis = new Redis({
      host: REDIS_HOST,
      port: Number(REDIS_PORT),
      password: REDIS_PASSWORD || undefined,
    })
    const keys = await redis.keys(`${QUEUE_PREFIX}*`)
    if (keys.length > 0) await redis.del(...keys)
    await redis.quit()
  }
}

function outputOf(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  return () => output
}

function finished(child: ChildProcess): Promise<Finished> {
  const output = outputOf(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: output() }))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  // An open channel would keep the process alive after its service has ended.
  if (child.connected) child.disconnect()
  const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await exit
  clearTimeout(deadline)
}

function ready(child: ChildProcess): Promise<void> {
  const output = outputOf(child)
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => fail('not ready in time'), READY_MS)
    const fail = (why: string) => {
      clearTimeout(deadline)
      reject(new Error(`A part of the copy was ${why}:\n${output()}`))
    }
    child.once('message', () => {
      clearTimeout(deadline)
      resolve()
    })
    child.once('close', (code) => fail(`over with ${code} before it was ready`))
  })
}

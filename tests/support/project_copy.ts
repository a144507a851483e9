import { execFile, spawn, type ChildProcess } from 'node:child_process'
import {
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve as toAbsolute } from 'node:path'
import { promisify } from 'node:util'
import app from '@adonisjs/core/services/app'
import { Redis } from 'ioredis'
import { Database, type SqlSession } from '#app/storage/database'
import { executeAll } from '#tests/support/migrated_tables'
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
  'exports',
  'modules',
  'providers',
  'resources',
  'start',
  'stubs',
  'tests/bootstrap.ts',
  'tests/support',
  // What a spec of a module asks with, as a caller with less.
  'tests/functional/auth/support/credentials.ts',
  'tests/functional/host/api_document.spec.ts',
  'tests/functional/host/operation_ids.txt',
  'prettier.config.js',
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

type Done = (error: Error | null, output: string) => void

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

  /** With the tables of this process, as migrations of its own find an installation that has run before. */
  static async make(): Promise<ProjectCopy> {
    const copy = await ProjectCopy.#installed(await copiedProject())
    const tables = process.env.TEST_TABLES
    if (tables !== undefined) await copy.#inDatabase((session) => executeAll(session, tables))
    return copy
  }

  /** The service as a release had it: a tag or a commit. */
  static async ofRelease(reference: string): Promise<ProjectCopy> {
    return ProjectCopy.#installed(await releasedProject(reference))
  }

  static async #installed(root: string): Promise<ProjectCopy> {
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

  /** This project beside the copy, on the same database and queues, with a port of its own. */
  async beside(): Promise<ProjectCopy> {
    const port = String(await freePort())
    const env = { ...this.env, PORT: port }
    return new ProjectCopy(await copiedProject(), `http://127.0.0.1:${port}`, env)
  }

  /** Runs a statement in the copy's database, below the service. */
  sql<Row>(statement: string): Promise<Row[]> {
    return this.#inDatabase((session) => session.read<Row>(statement))
  }

  async #inDatabase<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result> {
    const database = await app.container.make(Database)
    return database.withSession(async (session) => {
      await session.write(`USE ${this.env.DB_DATABASE}`)
      try {
        return await work(session)
      } finally {
        await session.write(`USE ${process.env.DB_DATABASE}`)
      }
    })
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
    await Promise.all([this.startServer(), this.startWorker()])
  }

  async startServer(): Promise<ChildProcess> {
    return this.#started(['bin/server.ts'], {})
  }

  async startWorker(env: Record<string, string> = {}): Promise<ChildProcess> {
    return this.#started(['bin/console.ts', 'queue:work'], env)
  }

  async #started(entry: string[], env: Record<string, string>): Promise<ChildProcess> {
    const child = this.#spawn([TYPESCRIPT, ...entry], env, true)
    await ready(child)
    return child
  }

  /** Adds lines to the providers of `adonisrc.ts`, as an operator adds a module. */
  async addProviders(...imports: string[]): Promise<void> {
    const rc = await readFile(this.path('adonisrc.ts'), 'utf8')
    const last = "() => import('#providers/modules_provider')"
    const lines = imports.map((name) => `() => import('${name}')`)
    await writeFile(this.path('adonisrc.ts'), rc.replace(last, [...lines, last].join(',\n    ')))
  }

  /**
   * Packs a folder, of the copy or elsewhere, with npm and installs the tarball beside the other dependencies,
   * which stay those of this project. Nothing is asked of a registry.
   */
  async install(folder: string, name: string): Promise<void> {
    await this.#ownDependencies()
    const packed = await mkdtemp(this.path('packed_'))
    const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
    await run(
      'npm',
      ['pack', '--pack-destination', packed, ...options],
      toAbsolute(this.root, folder)
    )
    const [tarball] = await readdir(packed)
    await run('npm', ['install', '--prefix', packed, ...options, `./${tarball}`], packed)
    await mkdir(this.path('node_modules', dirname(name)), { recursive: true })
    await rename(join(packed, 'node_modules', name), this.path('node_modules', name))
  }

  /** A folder of links to the dependencies, in place of one link to all of them. */
  async #ownDependencies(): Promise<void> {
    const own = this.path('node_modules')
    if (!(await lstat(own)).isSymbolicLink()) return
    await rm(own)
    await mkdir(own)
    for (const entry of await readdir(app.makePath('node_modules'))) {
      await symlink(app.makePath('node_modules', entry), join(own, entry))
    }
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

const run = promisify((command: string, args: string[], cwd: string, done: Done) =>
  execFile(command, args, { cwd }, (error, stdout, stderr) => {
    done(error && new Error(`${error.message}\n${stdout}${stderr}`), stdout)
  })
)

/** A folder with what the service consists of, and a link to the dependencies. */
async function copiedProject(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'service_copy_'))
  for (const entry of COPIED) {
    await cp(app.makePath(entry), join(root, entry), { recursive: true })
  }
  await symlink(app.makePath('node_modules'), join(root, 'node_modules'))
  return root
}

/** A release as Git has it. It gets dependencies of its own only when they are others. */
async function releasedProject(reference: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'service_copy_'))
  const project = app.makePath()
  const archive = join(root, 'release.tar')
  const isHere = await run('git', ['cat-file', '-e', `${reference}^{commit}`], project).then(
    () => true,
    () => false
  )
  // A shallow clone has none of the commits before.
  if (!isHere) await run('git', ['fetch', '--depth', '1', 'origin', reference], project)
  const commit = isHere ? reference : 'FETCH_HEAD'
  await run('git', ['archive', '--output', archive, commit], project)
  await run('tar', ['-xf', archive], root)
  if ((await dependenciesOf(root)) === (await dependenciesOf(project))) {
    await symlink(app.makePath('node_modules'), join(root, 'node_modules'))
  } else {
    await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], root)
  }
  return root
}

async function dependenciesOf(project: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'))
  return JSON.stringify(manifest.dependencies)
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

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { createConnection, type Connection } from 'mysql2/promise'
import { pluck } from '#tests/support/client'
import { layoutOf, socketDirectory } from '../../../bin/launcher/base/paths.js'
import { freePort } from '../../../bin/launcher/base/ports.js'
import { isAlive } from '../../../bin/launcher/base/process_identity.js'
import { Settings } from '../../../bin/launcher/base/settings.js'

/** What a start brings up. */
export const PARTS = ['mariadb', 'redis', 'chain', 'worker', 'server'] as const
const READY_DEADLINE_MS = 180_000

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  output: string
}

interface RecordedProcess {
  name: string
  pid: number
  startMark: string
}

/** A launcher that was started, and everything it printed so far. */
export class Launched {
  output = ''
  readonly ended: Promise<Ended>

  constructor(readonly process: ChildProcess) {
    for (const stream of [process.stdout, process.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
    }
    this.ended = new Promise((resolve) => {
      process.once('close', (code, signal) => resolve({ code, signal, output: this.output }))
    })
  }

  get isReady() {
    return this.output.includes('Ready at ')
  }

  get hasEnded() {
    return this.process.exitCode !== null || this.process.signalCode !== null
  }

  /** @throws when it ends before it is ready, with all it printed */
  async ready(): Promise<this> {
    const deadline = Date.now() + READY_DEADLINE_MS
    while (!this.isReady) {
      if (this.hasEnded) {
        throw new Error(`The launcher ended before it was ready:\n${this.output}`)
      }
      if (Date.now() > deadline) throw new Error(`Not ready in time:\n${this.output}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return this
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.process.kill(signal)
    return this.ended
  }
}

/** A complete installation of its own: data directory, ports, everything `npm start` brings up. */
export class Installation {
  readonly dataDir: string
  private launched: Launched[] = []
  private seen = new Map<string, RecordedProcess>()

  private constructor(
    name: string,
    readonly port: number
  ) {
    this.dataDir = join(process.env.TEST_DATA_DIR ?? app.tmpPath(), name)
    mkdirSync(this.dataDir, { recursive: true })
  }

  /** @param port of the HTTP server; any free one when not given */
  static async create(name: string, port?: number) {
    const installation = new Installation(name, port ?? (await freePort()))
    // Two test files may start installations at the same moment: neither takes the preferred ports.
    const ports = { database: await freePort(), redis: await freePort(), chain: await freePort() }
    writeFileSync(join(installation.dataDir, 'ports.json'), JSON.stringify(ports))
    return installation
  }

  get url() {
    return `http://127.0.0.1:${this.port}`
  }

  /** Runs a launcher command against this installation. */
  launch(command: 'start' | 'reset'): Launched {
    return this.#run([app.makePath('bin/launch.js'), command])
  }

  /** Runs a command of the service against this installation. */
  ace(command: string): Launched {
    return this.#run([app.makePath('ace.js'), command])
  }

  #run(args: string[]): Launched {
    const settings = Settings.isolated().childEnv({
      DATA_DIR: this.dataDir,
      PORT: String(this.port),
      // Keeps a configured .env of the project out of the test.
      ENV_PATH: this.dataDir,
      LOG_LEVEL: 'warn',
    })
    // The processes of a start run nothing that is not covered elsewhere. An empty value, as Node.js
    // hands its own on where there is none.
    const env = { ...settings, NODE_V8_COVERAGE: '' }
    const options = { env, cwd: app.makePath(), stdio: 'pipe' as const }
    const launched = new Launched(spawn(process.execPath, args, options))
    this.launched.push(launched)
    return launched
  }

  async start(): Promise<Launched> {
    const launched = await this.launch('start').ready()
    this.running()
    return launched
  }

  /** The start that runs, or a new one. */
  async up(): Promise<Launched> {
    const last = this.launched.findLast(({ isReady }) => isReady)
    return last === undefined || last.hasEnded ? this.start() : last
  }

  /** The processes the launcher has recorded as its own, by name. */
  running(): Map<string, RecordedProcess> {
    const runDir = join(this.dataDir, 'run')
    const files = readdirSync(runDir).filter((file) => file.endsWith('.pid.json'))
    const records = files.map((file): RecordedProcess =>
      JSON.parse(readFileSync(join(runDir, file), 'utf8'))
    )
    for (const record of records) this.seen.set(`${record.pid}:${record.startMark}`, record)
    return new Map(records.filter(isAlive).map((record) => [record.name, record]))
  }

  /** Names of processes that any start of this installation brought up and that still live. */
  survivors(): string[] {
    return pluck([...this.seen.values()].filter(isAlive), 'name')
  }

  chainUrl(): string {
    return `http://127.0.0.1:${this.#json('ports.json').chain}`
  }

  /** A connection to its database as the service has it. */
  asService(): Promise<Connection> {
    const { databaseRuntimePassword: password } = this.#json('secrets.json')
    const port = Number(this.#json('ports.json').database)
    const database = 'service'
    const user = 'service_runtime'
    return createConnection({ host: '127.0.0.1', port, user, password: String(password), database })
  }

  /**
   * Makes it one from before server and worker had a database user of their own, with tables of a
   * release that this one does not know.
   */
  async becomeAnother() {
    const secrets = this.#json('secrets.json')
    delete secrets.databaseRuntimePassword
    writeFileSync(join(this.dataDir, 'secrets.json'), JSON.stringify(secrets))
    const socketPath = join(socketDirectory(layoutOf(this.dataDir)), 'mysql.sock')
    const root = await createConnection({ socketPath, user: 'root' })
    await root.query("DROP USER 'service_runtime'@'127.0.0.1'")
    await root.query("INSERT INTO service.adonis_schema (name, batch) VALUES ('of_another', 99)")
    await root.end()
  }

  #json(file: string): Record<string, unknown> {
    return JSON.parse(readFileSync(join(this.dataDir, file), 'utf8'))
  }

  /** Stops what still runs and deletes the data. */
  async remove() {
    for (const launched of this.launched) {
      if (!launched.hasEnded) launched.process.kill('SIGTERM')
      await launched.ended
    }
    for (const { pid } of [...this.seen.values()].filter(isAlive)) process.kill(pid, 'SIGKILL')
    rmSync(this.dataDir, { recursive: true, force: true })
  }
}
